import type { User } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { UsersTable } from '../../db/schema.ts';
import { type Installation, rnOf } from '../../installation.ts';

/** A user's row with the ids of what they carry. */
export type UserRow = Omit<Selectable<UsersTable>, 'password-hash'> & {
  readonly 'role-ids': readonly string[];
  readonly 'tag-ids': readonly string[];
};

/** A user as replies show it. */
export function userResource(installation: Installation, row: UserRow): User {
  const account = row['account-id'];
  return {
    rn: rnOf(installation, account, 'user', row.id),
    email: row.email,
    'first-name': row['first-name'],
    'last-name': row['last-name'],
    title: row.title,
    description: row.description,
    status: row.status,
    'last-login': row['last-login']?.toISOString() ?? null,
    'last-password-change': row['last-password-change']?.toISOString() ?? null,
    'created-on': row['created-on'].toISOString(),
    'updated-on': row['updated-on'].toISOString(),
    roles: row['role-ids'].toSorted().map((id) => rnOf(installation, account, 'role', id)),
    tags: row['tag-ids'].toSorted().map((id) => rnOf(installation, account, 'tag', id)),
    policies: row.policies,
  };
}
