/** Words of times and durations that are not taken from the browser's `Intl`. */
export const datesText = {
  justNow: 'just now',
  none: '0 min',
  underOneMinute: 'under 1 min',
  minutes: '{minutes} min',
  hours: '{hours, number} h',
  hoursAndMinutes: '{hours, number} h {minutes} min',
  seconds: '{seconds} s',
} as const;
