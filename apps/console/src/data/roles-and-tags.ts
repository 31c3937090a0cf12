import { calls } from '@keyhold/contract';
import { roleDescription } from '#i18n/text/roles.ts';
import { accountList } from '#lists/engine/account-list.ts';
import { keys } from '#server/cache/keys.ts';
import { recordQuery } from '#server/cache/record-query.ts';

export const rolesSource = accountList(keys.role.list, calls.listRoles, calls.listAccountRoles, {
  sorts: ['name'],
  read: ({ items }) => items.map((role) => ({ ...role, description: roleDescription(role.description) })),
});

export const tagsSource = accountList(keys.tag.list, calls.listTags, calls.listAccountTags, {
  sorts: ['name', 'created-on', 'updated-on'],
});

export const tagQuery = recordQuery(keys.tag.record, calls.getTag);
