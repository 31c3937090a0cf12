import { calls, summaryDays } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';
import { sendInAccount } from '#server/client/send-in-account.ts';
import type { AccountScope } from '#session/selected-account.ts';

const hour = 3_600_000;
const lengthOf = { hour, day: 24 * hour };
export type UsageInterval = keyof typeof lengthOf;

const spans = {
  day: { interval: 'hour', count: 24 },
  week: { interval: 'hour', count: 7 * 24 },
  /** The range of the desk, offered only where a link has selected it. */
  fortnight: { interval: 'day', count: summaryDays },
  month: { interval: 'day', count: 30 },
  quarter: { interval: 'day', count: 91 },
  year: { interval: 'day', count: 365 },
} as const satisfies Readonly<Record<string, { interval: UsageInterval; count: number }>>;
export type UsageRange = keyof typeof spans;
export const usageRanges = Object.keys(spans) as UsageRange[];

/** The interval of a range, and its start when it ends now. */
export function usageSpan(range: UsageRange, now: number): { interval: UsageInterval; from: string } {
  const { interval, count } = spans[range];
  return { interval, from: new Date(now - (count - 1) * lengthOf[interval]).toISOString() };
}

/** Usage is not announced, so it is polled. */
const pollInterval = 30_000;

/** The ranges for which the use of a pool is known, longest last. */
export const poolUsageRanges: readonly UsageRange[] = ['day', 'week', 'month'];

/** The usage of an account's licenses, or of those of one product or pool, by its rn. */
export function usageQuery(
  scope: AccountScope,
  range: UsageRange,
  { product, pool }: { product?: string | undefined; pool?: string } = {},
) {
  const of = pool ?? product ?? null;
  return queryOptions({
    queryKey: keys.usage.account(scope.accountId, of, range),
    queryFn: ({ signal }) => {
      const which = { ...(product !== undefined && { product }), ...(pool !== undefined && { pool }) };
      const query = { ...usageSpan(range, Date.now()), ...which };
      return sendInAccount(scope, calls.getUsage, calls.getAccountUsage, query, signal);
    },
    refetchInterval: pollInterval,
    // The last range stays until another has loaded, but never one of another account, product or pool.
    placeholderData: (before, query) =>
      query?.queryKey[2] === scope.accountId && query.queryKey[3] === of ? before : undefined,
  });
}

/** The use of licenses by one user, by rn. */
export function userUsageQuery(scope: AccountScope, user: string, range: UsageRange) {
  return queryOptions({
    queryKey: keys.usage.user(user, range),
    queryFn: ({ signal }) =>
      sendInAccount(scope, calls.getUsage, calls.getAccountUsage, { ...usageSpan(range, Date.now()), user }, signal),
    refetchInterval: pollInterval,
    placeholderData: (before, query) => (query?.queryKey[2] === user ? before : undefined),
  });
}

export function licenseUsageQuery(id: string, range: UsageRange) {
  return queryOptions({
    queryKey: keys.license.usage(id, range),
    queryFn: ({ signal }) =>
      client.send(calls.getLicenseUsage, { params: { id }, query: usageSpan(range, Date.now()), signal }),
    refetchInterval: pollInterval,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
}
