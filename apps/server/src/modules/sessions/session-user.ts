import type { CloudUser, Policy } from '@keyhold/contract';
import { liveDirectoryText } from '../../access/managed.ts';
import { type Installation, rnOf } from '../../installation.ts';
import { type UserRow, userResource } from '../../records/resources.ts';
import { userColumns } from '../../records/users.sql.ts';

/** A user's row with their roles. */
export type CloudUserRow = Omit<UserRow, 'mail'> & {
  readonly 'held-roles': readonly { readonly id: string; readonly name: string; readonly policies: Policy[] }[];
};

/** The user as a token contains them: the roles have names and policies. */
export function cloudUserOf(installation: Installation, row: CloudUserRow): CloudUser {
  const { mail: _, ...user } = userResource(installation, { ...row, mail: null });
  return {
    ...user,
    roles: row['held-roles'].map(({ id, name, policies }) => ({
      rn: rnOf(installation, row['account-id'], 'role', id),
      name,
      policies,
    })),
  };
}

/** The columns of a {@link CloudUserRow} that are the user's own. */
export const ownColumns = [
  ...userColumns.map((column) => `users."${column.replace('users.', '')}"`),
  `${liveDirectoryText('users')} as "directory-id"`,
].join(', ');

/** The other columns: roles, tags and policies of the user in a table. */
export function rolesAndTagsOf(table: string): string {
  return `array(select "role-id"::text from "user-roles" where "user-id" = ${table}.id order by 1) as "role-ids",
  array(select tags.id::text from "user-tags" join tags on tags.id = "tag-id"
    where "user-id" = ${table}.id and tags."deleted-on" is null order by 1) as "tag-ids",
  (select coalesce(jsonb_agg(jsonb_build_object('id', roles.id, 'name', roles.name, 'policies', roles.policies) order by roles.id), '[]')
    from "user-roles" join roles on roles.id = "role-id" where "user-id" = ${table}.id) as "held-roles"`;
}
