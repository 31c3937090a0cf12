import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';
import { type AccountScope, accountParameter } from '#session/selected-account.ts';

/** In ms: refusals of directories are not announced, so they are polled. */
const refetchInterval = 30_000;

/** The directories of an account, and where they send their requests. */
export function directoriesQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: keys.directory.list(scope.accountId),
    queryFn: ({ signal }) => client.send(calls.listDirectories, { query: accountParameter(scope), signal }),
    refetchInterval,
  });
}
