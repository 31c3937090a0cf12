import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import type { AccountScope } from '#api/selected-account.ts';

/** In ms: what directories are refused is announced to nobody. */
const refetchInterval = 30_000;

/** The directories of an account, and where they send their requests. */
export function directoriesQuery({ accountId, isAuthUserAccount }: AccountScope) {
  const query = isAuthUserAccount ? {} : { account: accountId };
  return queryOptions({
    queryKey: ['directory', accountId],
    queryFn: ({ signal }) => client.send(calls.listDirectories, { query, signal }),
    refetchInterval,
  });
}
