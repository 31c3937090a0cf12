import { dayOf, instantOf, relativeTime as relative } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { datesText } from '#i18n/text/general.ts';

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * How far an instant is from now, in the largest whole unit: `3 days ago`, `in 2 hours`, `just now` within a minute.
 * An instant that is null or unreadable is `Never`.
 */
export function relativeTime(iso: string | null, now: number): string {
  const time = Date.parse(iso ?? '');
  if (Number.isNaN(time)) return listText.never;
  const seconds = (time - now) / 1000;
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  return found ? relative(Math.trunc(seconds / found[1]), found[0]) : datesText.justNow;
}

/** The instant itself, in UTC: `2026-01-05 10:00:00 UTC`; null or unreadable is `Never`. */
export function exactTime(iso: string | null): string {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? listText.never : instantOf(new Date(time));
}

/** The day of an instant, in UTC: `2026-01-05`. */
export function day(iso: string): string {
  return dayOf(new Date(iso));
}
