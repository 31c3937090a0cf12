import type { License } from '@keyhold/contract';

/**
 * Parses when a license ends: `perpetual`, a date, or `30 days` (or `30d`) from its first activation.
 *
 * @example
 * readExpiry('30 days') // { period: 30 }
 */
export function readExpiry(text: string): { perpetual: true } | { period: number } | { date: string } {
  if (/^perpetual$/i.test(text)) return { perpetual: true };
  const days = /^(\d+)\s*d(ays?)?$/i.exec(text)?.[1];
  return days === undefined ? { date: text } : { period: Number(days) };
}

/** Formats when a license ends. */
export function formatExpiry({ perpetual, date, period }: License['certificate']['expiry']): string {
  if (perpetual) return 'Perpetual';
  if (date !== null) return date.slice(0, 10);
  return period === null ? '–' : `${period} days after activation`;
}
