import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';

/** How far back use can be looked at. */
export const usageRanges = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type UsageRange = (typeof usageRanges)[number];
export type UsageInterval = 'hour' | 'day';

const hour = 3_600_000;
const lengthOf: Readonly<Record<UsageInterval, number>> = { hour, day: 24 * hour };
const spans: Readonly<Record<UsageRange, { interval: UsageInterval; count: number }>> = {
  day: { interval: 'hour', count: 24 },
  week: { interval: 'hour', count: 7 * 24 },
  month: { interval: 'day', count: 30 },
  quarter: { interval: 'day', count: 91 },
  year: { interval: 'day', count: 365 },
};

/** The hours or days of a range, the present one the last. */
export function usageSpan(range: UsageRange, now: number): { interval: UsageInterval; from: string } {
  const { interval, count } = spans[range];
  return { interval, from: new Date(now - (count - 1) * lengthOf[interval]).toISOString() };
}

/** Use goes on without a change of the licenses themselves, so it is asked for again now and then. */
const often = 30_000;

/** How the licenses of an account were used; only those of one product when it is named by its rn. */
export function usageQuery(scope: AccountScope, range: UsageRange, product?: string) {
  return queryOptions({
    queryKey: keys.usage(scope.accountId, product ?? null, range),
    queryFn: ({ signal }) => {
      const query = { ...usageSpan(range, Date.now()), ...(product !== undefined && { product }) };
      return sendInAccount(scope, calls.getUsage, calls.getAccountUsage, query, signal);
    },
    refetchInterval: often,
    // Another range is on its way: what is shown stays until then, but never another account's.
    placeholderData: (before, query) =>
      query?.queryKey[1] === scope.accountId && query.queryKey[2] === (product ?? null) ? before : undefined,
  });
}

/** How one license was used. */
export function licenseUsageQuery(id: string, range: UsageRange) {
  return queryOptions({
    queryKey: keys.licenseUsage(id, range),
    queryFn: ({ signal }) =>
      client.send(calls.getLicenseUsage, { params: { id }, query: usageSpan(range, Date.now()), signal }),
    refetchInterval: often,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
}
