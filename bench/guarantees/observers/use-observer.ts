import type { Use } from '../applications/sdk-messages.ts';

/** A use that a process reported; later reports of the same use extend it. */
export type ReportedUse = Use & { readonly who: string };

/**
 * Finds seats that were used twice at once, according to the observations of the processes on the machine's one clock:
 * of two uses of a license by different people, one must have ended before the other began.
 *
 * @returns a sentence for each pair of uses that overlap
 */
export function judgeUses(reports: readonly ReportedUse[]): string[] {
  const seats = new Map<string, ReportedUse[]>();
  for (const use of wholeUses(reports)) seats.set(use.license, [...(seats.get(use.license) ?? []), use]);
  return [...seats.values()].flatMap((uses) => {
    const sorted = uses.toSorted((one, other) => one.from - other.from);
    return sorted.flatMap((use, index) =>
      sorted
        .slice(index + 1)
        .filter((later) => later.from < use.to && (later.who !== use.who || later.lease !== use.lease))
        .map(
          (later) => `${use.license} was used by ${use.who} and ${later.who} at once, for ${overlap(use, later)} ms.`,
        ),
    );
  });
}

function overlap(use: ReportedUse, later: ReportedUse): number {
  return Math.ceil(Math.min(use.to, later.to) - later.from);
}

/** Returns the last report of each use, which covers all of it. */
function wholeUses(reports: readonly ReportedUse[]): ReportedUse[] {
  const whole = new Map<string, ReportedUse>();
  for (const use of reports) {
    const key = [use.who, use.lease, use.epoch, use.from].join();
    const known = whole.get(key);
    if (!known || known.to < use.to) whole.set(key, use);
  }
  return [...whole.values()];
}
