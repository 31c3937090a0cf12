import type { DenialReason } from '@keyhold/contract';
import { listed } from '#locale/formats.ts';
import { historyText, reasonWithinText } from '#text/usage.ts';

/** How often users were refused, and for which reasons, the most frequent first, in one sentence. */
export function refusalsSentence(denials: readonly { reason: DenialReason; count: number }[]): string {
  const sums = new Map<DenialReason, number>();
  for (const { reason, count } of denials) sums.set(reason, (sums.get(reason) ?? 0) + count);
  const reasons = [...sums]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => historyText.oneReason({ reason: reasonWithinText[reason], count }));
  const all = denials.reduce((sum, { count }) => sum + count, 0);
  return historyText.refusedTimes({ count: all, reasons: listed(reasons) });
}
