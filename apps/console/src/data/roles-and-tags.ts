import { calls } from '@keyhold/contract';
import { roleDescription } from '#i18n/text/roles.ts';
import { accountList } from '#lists/engine/account-list.ts';
import { recordQuery } from '#server/cache/record-query.ts';

export const rolesSource = accountList('role', calls.listRoles, calls.listAccountRoles, {
  sorts: ['name'],
  read: ({ items }) => items.map((role) => ({ ...role, description: roleDescription(role.description) })),
});

export const tagsSource = accountList('tag', calls.listTags, calls.listAccountTags, {
  sorts: ['name', 'created-on', 'updated-on'],
});

export const tagQuery = recordQuery('tag', calls.getTag);
