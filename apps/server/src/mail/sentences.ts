import type { Language } from '@keyhold/contract';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Sentences } from './wording.ts';

/** The texts of mails, by language. */
export const sentences: Readonly<Record<Language, Sentences>> = { en: english, de: german, fr: french };
