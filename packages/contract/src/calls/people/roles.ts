import { accountQuery, action, call, itemsOf, listQuery } from '../../call.ts';
import { textsWith } from '../../fields/resource.ts';
import { resources, roleSchema } from '../../resources/resources.ts';

const rolesQuery = listQuery([...textsWith(resources.role, 'sorted'), 'created-on', 'updated-on']);

export const listRoles = call('listRoles', 'iam', 'GET /iam/v1/roles', {
  summary: 'The roles of the own account',
  access: action('iam:ListRoles'),
  query: rolesQuery,
  output: itemsOf(roleSchema),
});

export const listAccountRoles = call('listAccountRoles', 'iam', 'GET /iam/v1/admin/roles', {
  summary: 'The roles of any account, for provider staff',
  access: action('iam:ListRoles'),
  query: rolesQuery.extend(accountQuery.shape),
  output: itemsOf(roleSchema),
});
