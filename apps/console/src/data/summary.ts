import { calls, summaryLimit } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { foundQuery } from '#lists/engine/use-list.ts';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';
import { sendInAccount } from '#server/client/send-in-account.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { endingDays, licensesSource } from './licenses.ts';
import { usersSource } from './users.ts';

export function summaryQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: keys.summary.account(scope.accountId),
    queryFn: ({ signal }) => sendInAccount(scope, calls.getSummary, calls.getAccountSummary, {}, signal),
  });
}

export const providerSummaryQuery = queryOptions({
  queryKey: keys.summary.everyAccount(),
  queryFn: ({ signal }) => client.send(calls.getProviderSummary, { signal }),
});

/** The licenses of an account that end soon: their number, and the first of them. */
export function endingLicensesQuery(scope: AccountScope) {
  return foundQuery(licensesSource(scope, { 'ending-within': endingDays }), { limit: summaryLimit, sort: 'expiry' });
}

/** The users of an account who have no password yet: their number, and those invited last. */
export function pendingUsersQuery(scope: AccountScope) {
  return foundQuery(usersSource(scope, { status: 'Pending' }), { limit: summaryLimit, sort: '-created-on' });
}
