import { type FetchQueryOptions, hashKey, type QueryKey } from '@tanstack/react-query';
import { accountsQuery } from '#api/accounts.ts';
import { licensesQuery, unassignedAddonsQuery } from '#api/licenses.ts';
import { queryClient } from '#api/query-client.ts';
import { rolesQuery, tagsQuery } from '#api/roles-and-tags.ts';
import { type AccountScope, selectedAccount } from '#api/selected-account.ts';
import { usersQuery } from '#api/users.ts';
import { webhooksQuery } from '#api/webhooks.ts';
import { paths } from '#paths';

/** What a list shows first. */
type FirstRows = (scope: AccountScope) => Promise<void>;

const firstRows: Readonly<Record<string, FirstRows>> = {
  [paths.accounts]: () => ask(accountsQuery()),
  [paths.users]: (scope) => ask(usersQuery(scope)),
  [paths.roles]: (scope) => ask(rolesQuery(scope)),
  [paths.tags]: (scope) => ask(tagsQuery(scope)),
  [paths.webhooks]: (scope) => ask(webhooksQuery(scope)),
  [paths.licenses]: (scope) => ask(licensesQuery(scope)),
  [paths.unassignedAddons]: (scope) => ask(unassignedAddonsQuery(scope)),
};

/** Asks for a list, unless it is known; settles when its first rows are there, or when they cannot be had. */
function ask<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): Promise<void> {
  const hash = hashKey(query.queryKey);
  return new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(({ query: changed }) => {
      if (changed.queryHash === hash && changed.state.data !== undefined) end();
    });
    const end = (): void => {
      stop();
      resolve();
    };
    void queryClient.prefetchQuery(query).then(end);
  });
}

/** Asks for the rows of the list at an address, so that they are on their way before its screen is drawn. */
export async function askForRows(path: string): Promise<void> {
  const scope = selectedAccount();
  if (scope) await firstRows[path]?.(scope);
}
