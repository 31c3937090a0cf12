/** Words of times and durations, where no calendar of the browser has them. */
export const datesText = {
  justNow: 'just now',
  none: '0 min',
  underOneMinute: 'under 1 min',
  minutes: '{minutes} min',
  hours: '{hours, number} h',
  hoursAndMinutes: '{hours, number} h {minutes} min',
  seconds: '{seconds} s',
} as const;
