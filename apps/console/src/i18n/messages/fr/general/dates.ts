import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/dates.ts';

export const datesText = {
  justNow: 'à l’instant',
  none: '0 min',
  underOneMinute: 'moins de 1 min',
  minutes: '{minutes} min',
  hours: '{hours, number} h',
  hoursAndMinutes: '{hours, number} h {minutes} min',
  seconds: '{seconds} s',
} satisfies Translation<typeof english.datesText>;
