import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import type { AccountScope } from './selected-account.ts';

/** Every role of an account. */
export function rolesQuery({ accountId, isAuthUserAccount }: AccountScope) {
  return queryOptions({
    queryKey: keys.roles(accountId),
    queryFn: async ({ signal }) => {
      const { items } = isAuthUserAccount
        ? await client.send(calls.listRoles, { signal })
        : await client.send(calls.listAccountRoles, { query: { account: accountId }, signal });
      return items;
    },
  });
}

/** Every tag of an account. */
export function tagsQuery({ accountId, isAuthUserAccount }: AccountScope) {
  return queryOptions({
    queryKey: keys.tags(accountId),
    queryFn: async ({ signal }) => {
      const { items } = isAuthUserAccount
        ? await client.send(calls.listTags, { signal })
        : await client.send(calls.listAccountTags, { query: { account: accountId }, signal });
      return items;
    },
  });
}

/** One tag, and the version to send along with a change. */
export function tagQuery(id: string) {
  return queryOptions({
    queryKey: keys.tag(id),
    queryFn: async ({ signal }) => {
      const { data, etag } = await client.sendForReply(calls.getTag, { params: { id }, signal });
      return { item: data.item, etag };
    },
  });
}
