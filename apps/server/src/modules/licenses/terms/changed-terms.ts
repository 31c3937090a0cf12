import type { Expiry } from '@keyhold/contract';
import { invalid } from '../../../problem.ts';
import type { LicenseRow } from '../../../records/resources.ts';

/** The terms of a license in a body; those that are left out stay. Times are ISO 8601. */
export interface Terms {
  readonly expiry?: Expiry | undefined;
  /** The days by which the end is moved. */
  readonly 'extend-days'?: number | undefined;
  readonly 'maintenance-start'?: string | null | undefined;
  readonly 'maintenance-end'?: string | null | undefined;
  readonly 'grace-days'?: number | undefined;
  readonly type?: LicenseRow['type'] | undefined;
  readonly version?: string | undefined;
}

/** The columns of a license's terms that change, times as texts. */
export interface TermColumns {
  'expiry-perpetual'?: boolean;
  'expiry-date'?: string | null;
  'expiry-period'?: number | null;
  'maintenance-start'?: string | null;
  'maintenance-end'?: string | null;
  'grace-days'?: number;
  type?: LicenseRow['type'];
  version?: string;
}

const day = 86_400_000;
/** The longest period, in days. */
const longestPeriod = 36_500;
const lastMoment = new Date('9999-12-31T23:59:59.999Z');

/**
 * The columns that a license has after a change of its terms, without those that stay.
 *
 * @throws {ProblemError} 400 for an end that cannot be moved, or a maintenance that would end before it starts
 */
export function changedTerms(license: LicenseRow, terms: Terms): TermColumns {
  const { expiry, 'extend-days': days, ...others } = terms;
  const columns: TermColumns = {};
  if (expiry) Object.assign(columns, endOf(license, expiry));
  if (days !== undefined) Object.assign(columns, movedEnd(license, days));
  for (const name of ['maintenance-start', 'maintenance-end', 'grace-days', 'type', 'version'] as const) {
    if (others[name] !== undefined) Object.assign(columns, { [name]: others[name] });
  }
  requireOrder(license, columns);
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => value !== stored(license, name)));
}

/** A period counts from the first activation: for an activated license it is converted to a date. */
function endOf(license: LicenseRow, { perpetual, date, period }: Expiry): TermColumns {
  const activation = license['activation-date'];
  const end = { 'expiry-perpetual': perpetual, 'expiry-date': date, 'expiry-period': period };
  if (date !== null || perpetual || period === null || !activation) return end;
  return { ...end, 'expiry-date': new Date(activation.getTime() + period * day).toISOString() };
}

function movedEnd(license: LicenseRow, days: number): TermColumns {
  const { 'expiry-date': date, 'expiry-period': period } = license;
  if (license['expiry-perpetual'] || (date === null && period === null)) {
    throw invalid('extend-days', 'This license has no end that could be moved. Give it one by expiry.');
  }
  if (date === null) {
    const longer = (period ?? 0) + days;
    if (longer > longestPeriod) throw invalid('extend-days', `A license lasts at most ${longestPeriod} days.`);
    return { 'expiry-period': longer };
  }
  const end = new Date(date.getTime() + days * day);
  if (end > lastMoment) throw invalid('extend-days', 'The license would end after the year 9999. Extend it by less.');
  return { 'expiry-date': end.toISOString() };
}

function requireOrder(license: LicenseRow, columns: TermColumns): void {
  const at = (name: 'maintenance-start' | 'maintenance-end') =>
    columns[name] === undefined ? stored(license, name) : columns[name];
  const [start, end] = [at('maintenance-start'), at('maintenance-end')];
  if (!start || !end || new Date(String(start)) <= new Date(String(end))) return;
  const field = columns['maintenance-end'] ? 'maintenance-end' : 'maintenance-start';
  throw invalid(field, 'The maintenance cannot end before it starts.');
}

function stored(license: LicenseRow, name: string): unknown {
  const value = license[name as keyof LicenseRow];
  return value instanceof Date ? value.toISOString() : value;
}
