import { readTime, type Transaction } from '../../db/database.ts';
import { invalid } from '../../problem.ts';

/** Days for which individual uses are kept after their end. */
export const useDays = 31;

export type Interval = 'hour' | 'day';

/** A range of whole hours or days in UTC, and the database's current time. */
export interface UsageRange {
  readonly interval: Interval;
  readonly from: Date;
  /** The end of the last hour or day, which may be in the future. */
  readonly to: Date;
  readonly now: Date;
}

const hour = 3_600_000;
/** The length of an interval in milliseconds, which is constant in UTC. */
export const lengthOf: Readonly<Record<Interval, number>> = { hour, day: 24 * hour };
/** The default number of intervals when the request has no `from`. */
const usual: Readonly<Record<Interval, number>> = { hour: 48, day: 30 };
const most: Readonly<Record<Interval, number>> = { hour: 31 * 24, day: 731 };

/**
 * The requested hours or days, none of them in the future.
 *
 * @param shown the number of intervals when the request has no `from`
 * @throws {ProblemError} 400 naming `from`, when the range would be empty or too long
 */
export async function readRange(
  tx: Transaction,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  interval: Interval,
  shown = usual[interval],
): Promise<UsageRange> {
  const now = await readTime(tx);
  const length = lengthOf[interval];
  const end = Math.min(asked.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(asked.to), now.getTime());
  const to = Math.ceil(end / length) * length;
  const from = asked.from === undefined ? to - shown * length : Math.floor(Date.parse(asked.from) / length) * length;
  if (from >= to) throw invalid('from', 'from must lie before to, and not in the future.');
  if (to - from > most[interval] * length) {
    throw invalid('from', `At most ${most[interval]} ${interval}s are shown at once. Choose a later from.`);
  }
  return { interval, from: new Date(from), to: new Date(to), now };
}
