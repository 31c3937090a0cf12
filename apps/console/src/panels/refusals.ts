import type { DenialReason } from '@keyhold/contract';
import { reasonText } from '#text/usage.ts';

/** How often each reason refused somebody, the most frequent first, in one line. */
export function reasonsLine(denials: readonly { reason: DenialReason; count: number }[]): string {
  const sums = new Map<DenialReason, number>();
  for (const { reason, count } of denials) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return [...sums]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${reasonText[reason]}: ${count.toLocaleString('en')}`)
    .join(', ');
}
