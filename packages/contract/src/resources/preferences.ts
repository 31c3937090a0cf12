import * as z from 'zod';

/** The languages of mails and pages. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The preferences of a user; without a language, pages use the browser's and mails are in English. */
export const preferencesSchema = z.object({ language: z.enum(languages).nullable() }).meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferencesSchema>;
