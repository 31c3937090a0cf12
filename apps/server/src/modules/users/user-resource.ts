import type { User } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { UsersTable } from '../../db/schema.ts';
import { type Installation, rnOf } from '../../installation.ts';

/** A user's row with the ids of what they carry. */
export type UserRow = Omit<Selectable<UsersTable>, 'password-hash' | 'language'> & {
  readonly 'role-ids': readonly string[];
  readonly 'tag-ids': readonly string[];
};

/** What a reply shows of a user's row; a time is a Date or, in a long list, the database's own text. */
export type ShownUser = {
  readonly [Name in keyof Omit<UserRow, 'deleted-on'>]: UserRow[Name] extends Date | null
    ? UserRow[Name] | string
    : UserRow[Name];
};

/** A user as replies show it. */
export function userResource(installation: Installation, row: ShownUser): User {
  const account = row['account-id'];
  return {
    rn: rnOf(installation, account, 'user', row.id),
    email: row.email,
    'first-name': row['first-name'],
    'last-name': row['last-name'],
    title: row.title,
    description: row.description,
    status: row.status,
    'last-login': row['last-login'] && isoTime(row['last-login']),
    'last-password-change': row['last-password-change'] && isoTime(row['last-password-change']),
    'created-on': isoTime(row['created-on']),
    'updated-on': isoTime(row['updated-on']),
    roles: row['role-ids'].toSorted().map((id) => rnOf(installation, account, 'role', id)),
    tags: row['tag-ids'].toSorted().map((id) => rnOf(installation, account, 'tag', id)),
    policies: row.policies,
  };
}

/** A moment in ISO 8601: UTC, to the millisecond. The database's text has the form `2026-11-22 12:52:01.123456+00`. */
function isoTime(time: Date | string): string {
  if (typeof time !== 'string') return time.toISOString();
  const milliseconds = time.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${time.slice(0, 10)}T${time.slice(11, 19)}.${milliseconds}Z`;
}
