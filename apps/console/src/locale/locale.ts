import type { Language } from '@keyhold/contract';

/** English is bundled with the code that uses it; another language is loaded whole before the first render. */
const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ default: Record<string, object> }>> = {
  de: () => import('#messages/de.ts'),
  fr: () => import('#messages/fr.ts'),
};

/** The native name of each language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/** Storage key of the language that was chosen on this device, or that the server last returned for its user. */
const entry = 'language';

function storedLanguage(): string {
  try {
    return localStorage.getItem(entry) ?? '';
  } catch {
    return '';
  }
}

function isLanguage(name: string): name is Language {
  return name === 'en' || name in catalogues;
}

const remembered = storedLanguage();
const wanted = [remembered, ...navigator.languages].map((name) => name.slice(0, 2)).find(isLanguage);

/** The pseudo-locale for tests, which store `pseudo` as the language: English, longer and right-to-left. */
export const pseudo = remembered === 'pseudo' ? (await import('./pseudo.ts')).pseudo : null;

/** The catalogue of the page; null for English, and if another catalogue cannot be fetched. */
export const catalogue =
  pseudo || !wanted || wanted === 'en'
    ? null
    : await catalogues[wanted]().then(
        ({ default: all }) => all,
        () => null,
      );

/** The language of the page; it does not change until the page is reloaded. */
export const language: Language = catalogue && wanted ? wanted : 'en';

export const direction: 'ltr' | 'rtl' = pseudo ? 'rtl' : 'ltr';

if (typeof document !== 'undefined') {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

/** Stores a language on this device for the next page; returns false if storage is blocked. */
export function rememberLanguage(chosen: Language): boolean {
  try {
    localStorage.setItem(entry, chosen);
    return true;
  } catch {
    return false;
  }
}
