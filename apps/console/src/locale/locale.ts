import type { Language } from '@keyhold/contract';

/** English comes with the code that shows it; another language comes whole, before anything is rendered. */
const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ default: Record<string, object> }>> = {
  de: () => import('#messages/de.ts'),
  fr: () => import('#messages/fr.ts'),
};

/** What each language is called by those who speak it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/** Where a device keeps the language that was chosen on it, or that the server last named for its user. */
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

/** For tests, which write `pseudo` where a device keeps its language: English, longer and from right to left. */
export const pseudo = remembered === 'pseudo' ? (await import('./pseudo.ts')).pseudo : null;

/** The catalogue of the page; null for English, also where the other one cannot be fetched. */
export const catalogue =
  pseudo || !wanted || wanted === 'en'
    ? null
    : await catalogues[wanted]().then(
        ({ default: all }) => all,
        () => null,
      );

/** The language of the page, which stays as it is until the page is loaded again. */
export const language: Language = catalogue && wanted ? wanted : 'en';

export const direction: 'ltr' | 'rtl' = pseudo ? 'rtl' : 'ltr';

if (typeof document !== 'undefined') {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

/** Remembers a language on this device, for the next page; false where that is forbidden. */
export function rememberLanguage(chosen: Language): boolean {
  try {
    localStorage.setItem(entry, chosen);
    return true;
  } catch {
    return false;
  }
}
