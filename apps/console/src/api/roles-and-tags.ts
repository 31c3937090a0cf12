import { calls, type Tag } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { type ListSource, listReply } from './listing.ts';
import { recordQuery } from './record-query.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';

export function rolesQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: ['role', 'list', scope.accountId],
    queryFn: async ({ signal }) =>
      (await sendInAccount(scope, calls.listRoles, calls.listAccountRoles, {}, signal)).items,
  });
}

export function tagsSource(scope: AccountScope): ListSource<Tag> {
  return {
    key: ['tag', 'list', scope.accountId],
    sorts: ['name', 'created-on', 'updated-on'],
    fetchRows: async (request, signal) =>
      listReply(await sendInAccount(scope, calls.listTags, calls.listAccountTags, request, signal)),
  };
}

export const tagQuery = recordQuery('tag', calls.getTag);
