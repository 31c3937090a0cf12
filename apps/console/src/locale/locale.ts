import type { Language } from '@keyhold/contract';
import type { Translation } from './translation.ts';

export type Catalogue = Translation<typeof import('#messages/en.ts')>;

/** English comes with the code that shows it; another language comes whole, before anything is rendered. */
const catalogues: Partial<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {};

/** Where a device keeps the language that was chosen on it, or that the server last named for its user. */
const entry = 'language';

function rememberedLanguage(): string[] {
  try {
    return [localStorage.getItem(entry) ?? ''];
  } catch {
    return [];
  }
}

function isLanguage(name: string): name is Language {
  return name === 'en' || name in catalogues;
}

const wanted = [...rememberedLanguage(), ...navigator.languages].map((name) => name.slice(0, 2)).find(isLanguage);

/** The catalogue of the page; null for English, also where the other one cannot be fetched. */
export const catalogue = !wanted || wanted === 'en' ? null : ((await catalogues[wanted]?.().catch(() => null)) ?? null);

/** The language of the page, which stays as it is until the page is loaded again. */
export const language: Language = catalogue && wanted ? wanted : 'en';

export const direction: 'ltr' | 'rtl' = 'ltr';

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
