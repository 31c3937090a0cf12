import { language } from './locale.ts';

/** Creates a format on first use: the very first one takes a page tens of milliseconds. */
function lazy<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => (made ??= make());
}

const number = lazy(() => new Intl.NumberFormat(language));
const oneDecimal = lazy(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
const list = lazy(() => new Intl.ListFormat(language, { type: 'unit', style: 'short' }));
const relative = lazy(() => new Intl.RelativeTimeFormat(language, { numeric: 'always' }));
const collator = lazy(() => new Intl.Collator(language, { sensitivity: 'base' }));

/** Creates the formats of lists in advance. */
export function prepareFormats(): void {
  for (const prepare of [number, list, relative, collator]) prepare();
}

/** Compares names, ignoring case and accents. */
export function compareNames(one: string, other: string): number {
  return collator().compare(one, other);
}

/** A number with the separators of the language: `1,000`. */
export function formatNumber(value: number): string {
  return number().format(value);
}

/** A number with at most one decimal. */
export function withOneDecimal(value: number): string {
  return oneDecimal().format(value);
}

/** Joins names: `Night, Prepress`. */
export function formatList(names: readonly string[]): string {
  return names.length > 1 ? list().format(names) : names.join('');
}

/** How far an instant is from now, in one unit: `3 days ago`, `in 2 hours`. */
export function relativeTime(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return relative().format(value, unit);
}

/** English pages are international, so the day comes before the month. */
const calendar = language === 'en' ? 'en-GB' : language;

/** Formats calendar fields in the order of the language, in UTC: `10 Feb`, `10. Feb.`. */
export function calendarFormat(options: Intl.DateTimeFormatOptions): (time: Date) => string {
  const format = lazy(() => new Intl.DateTimeFormat(calendar, { ...options, timeZone: 'UTC' }));
  return (time) => format().format(time);
}

const localDay = calendarFormat({ dateStyle: 'medium' });
const localTime = calendarFormat({ timeStyle: 'medium' });

/** A day, in UTC; in English as in ISO 8601: `2026-01-05`. */
export function dayOf(time: Date): string {
  return language === 'en' ? time.toISOString().slice(0, 10) : localDay(time);
}

/** An instant, in UTC: `2026-01-05 10:00:00 UTC`. */
export function instantOf(time: Date): string {
  return `${dayOf(time)} ${language === 'en' ? time.toISOString().slice(11, 19) : localTime(time)} UTC`;
}
