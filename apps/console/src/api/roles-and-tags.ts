import { calls, type Role } from '@keyhold/contract';
import { roleDescription } from '#text/roles.ts';
import { accountList } from './account-list.ts';
import { type ListSource, listReply } from './listing.ts';
import { recordQuery } from './record-query.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';

/** The roles of an account. They are few, so the server returns all of them at once. */
export function rolesSource(scope: AccountScope): ListSource<Role> {
  return {
    key: ['role', 'list', scope.accountId],
    sorts: ['name'],
    fetchRows: async (_, signal) => {
      const reply = await sendInAccount(scope, calls.listRoles, calls.listAccountRoles, {}, signal);
      const items = reply.items.map((role) => ({ ...role, description: roleDescription(role.description) }));
      return listReply({ ...reply, items });
    },
  };
}

export const tagsSource = accountList('tag', calls.listTags, calls.listAccountTags, {
  sorts: ['name', 'created-on', 'updated-on'],
  read: ({ items }) => items,
});

export const tagQuery = recordQuery('tag', calls.getTag);
