import type { Expiry } from '@keyhold/contract';
import { dayOf } from '#i18n/locale/formats.ts';
import { issuingText, termsText } from '#i18n/text/licensing.ts';

/** When licenses end, as form values. */
export interface Ending {
  ends: 'never' | 'date' | 'days';
  /** `2027-01-31`: the last day, at whose end in UTC they end. */
  date: string;
  days: string;
}

/** The instant of a chosen last day: the previous one while the day is unchanged, otherwise the day's end in UTC. */
export function instantOf(date: string, before: string | null = null): string {
  return before?.slice(0, 10) === date ? before : new Date(`${date}T23:59:59.999Z`).toISOString();
}

/** Checks the field `ending` of a form. */
export function checkEnding({ ends, date, days }: Ending): Record<string, string> {
  if (ends === 'date' && !/^\d{4}-\d\d-\d\d$/.test(date)) return { 'ending.date': issuingText.badDate };
  if (ends === 'days' && wholeNumber(days, 36_500) === null) return { 'ending.days': issuingText.badDays };
  return {};
}

/**
 * Converts an ending to the expiry of the calls.
 * @param before the date of the expiry that is changed
 */
export function expiryOfEnding({ ends, date, days }: Ending, before: string | null = null): Expiry {
  return {
    perpetual: ends === 'never',
    date: ends === 'date' ? instantOf(date, before) : null,
    period: ends === 'days' ? wholeNumber(days, 36_500) : null,
  };
}

/** The ending of a license, as the initial values of a change. */
export function endingOf({ perpetual, date, period }: Expiry): Ending {
  return {
    ends: perpetual ? 'never' : date === null && period !== null ? 'days' : 'date',
    date: date?.slice(0, 10) ?? '',
    days: period === null ? '' : String(period),
  };
}

/**
 * The ending as a sentence about `count` licenses, with a second one about days of grace; '' while it is incomplete.
 * @param options.before the date of the expiry that is changed
 * @param options.graceDays the field with the days of grace
 */
export function endingSentence(
  ending: Ending,
  count: number,
  { before = null, graceDays = '' }: { before?: string | null; graceDays?: string } = {},
): string {
  if (Object.keys(checkEnding(ending)).length > 0) return '';
  if (ending.ends === 'never') return issuingText.neverEnds({ count });
  if (ending.ends === 'days') return issuingText.endsAfter({ count, days: Number(ending.days) });
  const end = new Date(instantOf(ending.date, before));
  const sentence = issuingText[nearnessOf(end)]({ count, date: dayOf(end) });
  const grace = isGrace(graceDays) ? Number(graceDays) : 0;
  if (grace === 0) return sentence;
  return `${sentence}\n${termsText.worksUntil({ count, date: dayOf(new Date(end.getTime() + grace * day)) })}`;
}

const day = 86_400_000;

/** An end within a day gives its users less notice than others. */
function nearnessOf(end: Date): 'expiredOn' | 'endsSoon' | 'endsOn' {
  const left = end.getTime() - Date.now();
  if (left <= 0) return 'expiredOn';
  return left < day ? 'endsSoon' : 'endsOn';
}

/** Parses a whole number from 1 to a limit; null when the text is none. */
export function wholeNumber(text: string, limit: number): number | null {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= limit ? number : null;
}

/** The most days of grace. */
const mostGrace = 90;

/** Whether a text is a number of days of grace. */
export function isGrace(text: string): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) <= mostGrace;
}
