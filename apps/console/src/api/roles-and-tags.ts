import { calls, type QueryInputOf, type Tag } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { type ListSource, listReply } from './listing.ts';
import type { AccountScope } from './selected-account.ts';
import { listingQuery } from './use-list.ts';

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

/** How the server is asked for tags of an account: for tables and selectors, which may need a part only. */
export function tagsSource({ accountId, isAuthUserAccount }: AccountScope): ListSource<Tag> {
  return {
    key: keys.tags(accountId),
    sorts: ['name', 'created-on', 'updated-on'],
    ask: async (request, signal) => {
      const query = request as QueryInputOf<typeof calls.listTags>;
      const reply = isAuthUserAccount
        ? await client.send(calls.listTags, { query, signal })
        : await client.send(calls.listAccountTags, { query: { account: accountId, ...query }, signal });
      return listReply(reply.items, reply);
    },
  };
}

/** The tags of an account, or the first of them where they are too many to keep ({@link listingQuery}). */
export function tagsQuery(scope: AccountScope) {
  return listingQuery(tagsSource(scope));
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
