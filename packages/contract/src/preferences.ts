import * as z from 'zod';

/** The languages of mails and pages. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** What a user has chosen for themselves; without a language the browser's counts, and mails are English. */
export const preferencesSchema = z.object({ language: z.enum(languages).nullable() }).meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferencesSchema>;
