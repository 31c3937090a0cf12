import { type BodyOf, type calls, foldName, type User } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { liveDirectory } from '../../access/managed.ts';
import type { Transaction } from '../../db/database.ts';
import { lockAccount } from '../../db/locks.ts';
import { storedEmail } from '../../email-address.ts';
import { userColumns } from '../../records/users.sql.ts';

const newUserDefaults = { description: '', status: 'Pending', 'external-id': null, 'directory-id': null } as const;

type UserValues = Required<BodyOf<typeof calls.createUser>> & {
  readonly 'account-id': string;
  readonly status: User['status'];
  readonly 'external-id': string | null;
  readonly 'directory-id': string | null;
};
/** The values of a user to insert; optional ones have a default. */
export type NewUser = Omit<UserValues, keyof typeof newUserDefaults> & Partial<UserValues>;

const insertValues = compileOnce((tx: Transaction, user: ParametersFor<UserValues>) =>
  tx
    .insertInto('users')
    .values({
      'account-id': user['account-id'],
      email: user.email,
      'first-name': user['first-name'],
      'last-name': user['last-name'],
      title: user.title,
      description: user.description,
      status: user.status,
      'external-id': user['external-id'],
      'directory-id': user['directory-id'],
    } satisfies Record<keyof UserValues, unknown>)
    .returning([...userColumns, liveDirectory('users')]),
);

export async function insertUserRow(tx: Transaction, fields: NewUser) {
  const [{ rows }] = await Promise.all([
    insertValues({ ...newUserDefaults, ...fields, email: storedEmail(fields.email) }).execute(tx),
    lockAccount(tx, fields['account-id']),
  ]);
  const [row] = rows;
  if (!row) throw new Error('The inserted user was not returned.');
  return row;
}

/** Inserts users of one account by one statement, in the order of their e-mails: two calls wait for each other, in turn. */
export async function insertUserRows(tx: Transaction, account: string, users: readonly NewUser[]) {
  const values = users
    .map((user) => ({ ...newUserDefaults, ...user, email: storedEmail(user.email) }))
    .toSorted((one, other) => (foldName(one.email) < foldName(other.email) ? -1 : 1));
  const [rows] = await Promise.all([
    tx
      .insertInto('users')
      .values(values)
      .returning([...userColumns, liveDirectory('users')])
      .execute(),
    lockAccount(tx, account),
  ]);
  return rows;
}
