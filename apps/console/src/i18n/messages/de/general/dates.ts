import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/dates.ts';

export const datesText = {
  justNow: 'gerade eben',
  none: '0 Min.',
  underOneMinute: 'unter 1 Min.',
  minutes: '{minutes} Min.',
  hours: '{hours, number} Std.',
  hoursAndMinutes: '{hours, number} Std. {minutes} Min.',
  seconds: '{seconds} Sek.',
} satisfies Translation<typeof english.datesText>;
