import { type BulkReport, resourceIdOf } from '@keyhold/contract';
import type { ChosenRows } from './chosen-rows.ts';

/** The body of a bulk call about the chosen rows of a list whose keys are rns. */
export function bulkSelection(accountId: string, chosen: ChosenRows) {
  if ('keys' in chosen) return { 'account-id': accountId, ids: chosen.keys.map(resourceIdOf) };
  // The count, since by then the search may find more rows than the user was shown.
  return {
    'account-id': accountId,
    count: chosen.count,
    ...chosen.search,
    ...(chosen.except.length > 0 && { except: chosen.except.map(resourceIdOf) }),
  };
}

/** The text of the toast of a bulk change; null when a part of it failed, which a report shows. */
export const unlessFailed =
  (message: (values: { count: number }) => string) =>
  (_: unknown, report: BulkReport): string | null =>
    report.failures.length > 0 ? null : message({ count: report.changed });
