import type { Language } from '@keyhold/contract';

type Catalogue = Record<string, object>;

/** English is bundled with the code that uses it; another language is loaded whole before the first render. */
const catalogues: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('#i18n/messages/de.ts')).default,
  fr: async () => (await import('#i18n/messages/fr.ts')).default,
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

/** The pseudo-locale for tests, which store `pseudo` as the language: English, longer and right-to-left. */
export let pseudo: ((message: unknown) => unknown) | null = null;

/** The catalogue of the page; null for English, and if another catalogue cannot be fetched. */
export let catalogue: Catalogue | null = null;

/** The language of the page; it does not change until the page is reloaded. */
export let language: Language = 'en';

export let direction: 'ltr' | 'rtl' = 'ltr';

/** Loads the language of the page. Modules that contain words are imported afterwards. */
export async function loadLanguage(): Promise<void> {
  const remembered = storedLanguage();
  const wanted = [remembered, ...navigator.languages].map((name) => name.slice(0, 2)).find(isLanguage);
  if (remembered === 'pseudo') {
    ({ pseudo } = await import('./pseudo.ts'));
    direction = 'rtl';
  } else if (wanted && wanted !== 'en') {
    catalogue = await catalogues[wanted]().catch(() => null);
    if (catalogue) language = wanted;
  }
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
