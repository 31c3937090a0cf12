import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** Every account, for whom the server shows them. */
export function accountsQuery() {
  return queryOptions({
    queryKey: keys.accounts(),
    queryFn: async ({ signal }) => (await client.send(calls.listAccounts, { signal })).items,
  });
}

/** One account, and the version to send along with a change. */
export function accountQuery(id: string) {
  return queryOptions({
    queryKey: keys.account(id),
    queryFn: async ({ signal }) => {
      const { data, etag } = await client.sendForReply(calls.getAccount, { params: { id }, signal });
      return { item: data.item, etag };
    },
  });
}
