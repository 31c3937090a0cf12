import { foldName } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { reachableAccount } from '../../../access/guards.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyFolded, anyOf } from '../../../db/expressions.ts';
import { storedEmail } from '../../../email-address.ts';
import type { Input } from '../../../http/input.ts';
import type { UserRow } from '../../../records/resources.ts';
import { selectUsers } from '../../../records/users.sql.ts';

/** What the account has of that which the rows of an import name. */
export interface KnownPeople {
  readonly account: string;
  /** The users by the number of the row that has their e-mail. */
  readonly users: ReadonlyMap<number, UserRow>;
  /** The folded e-mails by row: rows with the same one are about the same user. */
  readonly emails: ReadonlyMap<number, string>;
  /** The ids of roles and tags by their folded names. */
  readonly roles: ReadonlyMap<string, string>;
  readonly tags: Map<string, string>;
}

/** Reads what the rows of an import name, with a statement for each kind. */
export async function readKnownPeople(
  tx: Transaction,
  actor: Actor,
  { rows, 'account-id': accountId }: Input<'importUsers'>['body'],
): Promise<KnownPeople> {
  const account = await reachableAccount(tx, actor, accountId);
  const emails = rows.map(({ email }) => (email && 'value' in email ? storedEmail(email.value) : null));
  const names = rows.flatMap(({ tags }) => (tags && 'value' in tags ? tags.value : []));
  const [people, roles, tags] = await Promise.all([
    findByEmails(tx, account, emails),
    tx.selectFrom('roles').select(['id', 'name']).where('account-id', '=', account).execute(),
    tagsNamed(tx, account, names),
  ]);
  return { account, ...people, roles: byName(roles), tags };
}

/** The ids of an account's tags with any of some names, by their folded names. */
export async function tagsNamed(
  tx: Transaction,
  account: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const tags = await tx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where(sql`fold(name)`, '=', anyFolded([...new Set(names)]))
    .execute();
  return byName(tags);
}

function byName(named: readonly { readonly id: string; readonly name: string }[]): Map<string, string> {
  return new Map(named.map(({ id, name }) => [foldName(name), id]));
}

/** Finds users as a sign-in does: whatever the case of the e-mail. */
async function findByEmails(tx: Transaction, account: string, emails: readonly (string | null)[]) {
  const { rows } = await sql<{ row: number; folded: string; id: string | null }>`
    select (given.number - 1)::int as row, fold(given.email) as folded, users.id
    from unnest(${emails}::text[]) with ordinality as given (email, number)
    left join users on users."folded-email" = fold(given.email) and users."deleted-on" is null
      and users."account-id" = ${account}
    where given.email is not null`.execute(tx);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const found = await selectUsers(tx).where('users.id', '=', anyOf(ids)).execute();
  const users = new Map(found.map((user) => [user.id, user]));
  return {
    emails: new Map(rows.map(({ row, folded }) => [row, folded])),
    users: new Map(
      rows.flatMap(({ row, id }): [number, UserRow][] => {
        const user = id === null ? undefined : users.get(id);
        return user ? [[row, user]] : [];
      }),
    ),
  };
}

/** The id of the account's user with an e-mail, who may have been created a moment ago. */
export async function findIdByEmail(tx: Transaction, account: string, email: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('folded-email', '=', anyFolded([storedEmail(email)]))
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .executeTakeFirst();
  return found?.id;
}
