import type { License, User } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { inAccount } from '../../db/conditions.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf, fold } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { patternOf } from '../../lists/search.ts';
import { selectLicenses } from '../../records/licenses.sql.ts';
import { accountResource, licenseResource, userResource } from '../../records/resources.ts';
import { selectUsers } from '../../records/users.sql.ts';

/** The maximum number of each kind in a reply. */
const most = 20;
/** The maximum number of matches of each kind among which the best are chosen. */
const candidates = 200;
/** Shorter texts contain no trigram, so the index cannot find them. */
const shortestIndexed = 3;

export const find: Operation<'find'> = async (tx, actor, { query: { q } }) => {
  const [users, licenses, accounts] = await Promise.all([
    findUsers(tx, actor, q),
    findLicenses(tx, actor, q),
    findAccounts(tx, actor, q),
  ]);
  const ids = [...users, ...licenses].map((item) => accountOf(item));
  const rows = await tx.selectFrom('accounts').select(['id', 'name']).where('id', '=', anyOf(ids)).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const withAccount = <Item extends { readonly rn: string }>(item: Item) => {
    const id = accountOf(item);
    return { ...item, account: { rn: rnOf(actor.installation, id, 'account', id), name: names.get(id) ?? '' } };
  };
  return {
    users: users.map(withAccount),
    licenses: licenses.map(withAccount),
    accounts: accounts.map((item) => ({ ...item, account: { rn: item.rn, name: item.name } })),
  };
};

function isTooShort(text: string): boolean {
  return [...text].length < shortestIndexed;
}

function accountOf({ rn }: { readonly rn: string }): string {
  return rn.split(':')[2] ?? '';
}

async function findUsers(tx: Transaction, actor: Actor, text: string): Promise<User[]> {
  if (isTooShort(text)) return [];
  const found = await Promise.all([
    idsOf(tx, 'users', patternOf(text)),
    ...fullNames(text).map((name) => idsOf(tx, 'users', name)),
  ]);
  const rows = await selectUsers(tx)
    .where('users.id', '=', anyOf([...new Set(found.flat())]))
    .where(inAccount('users'))
    .orderBy(first(sql`users."folded-email"`, text))
    .orderBy(sql`users."folded-email"`)
    .limit(most)
    .execute();
  return rows.map((row) => userResource(actor.installation, row));
}

/** Patterns for a first and a last name together, which are lines of the search text, the last name first. */
function fullNames(text: string): RawBuilder<string>[] {
  const parts = text.split(' ');
  if (parts.length < 2 || parts.length > 7) return [];
  const escaped = parts.map((part) => part.replace(/[\\%_]/g, '\\$&'));
  return escaped.slice(1).map((_, index) => {
    const [firstName, lastName] = [escaped.slice(0, index + 1).join(' '), escaped.slice(index + 1).join(' ')];
    return fold(`%\n${lastName}%\n${firstName}\n%`);
  });
}

async function findLicenses(tx: Transaction, actor: Actor, text: string): Promise<License[]> {
  if (isTooShort(text)) return [];
  const ids = await idsOf(tx, 'licenses', patternOf(text));
  const rows = await selectLicenses(tx)
    .where('licenses.id', '=', anyOf(ids, 'text'))
    .where(inAccount('licenses'))
    .orderBy(first(sql`fold(licenses.id)`, text))
    .orderBy('licenses.id')
    .limit(most)
    .execute();
  return rows.map((row) => licenseResource(actor.installation, row));
}

/** Accounts are few enough to be read. */
async function findAccounts(tx: Transaction, actor: Actor, text: string) {
  const rows = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('deleted-on', 'is', null)
    .where(sql<boolean>`accounts."search-text" like ${patternOf(text)}`)
    .orderBy(first(sql`fold("customer-number")`, text))
    .orderBy(first(sql`fold(name)`, text))
    .orderBy(sql`name collate "name-order"`)
    .limit(most)
    .execute();
  return rows.map((row) => accountResource(actor.installation, row));
}

async function idsOf(tx: Transaction, kind: 'users' | 'licenses', pattern: RawBuilder<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from "found-anywhere"(${kind}, ${pattern}, ${candidates}) as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Orders what is exactly the text before what contains it. */
function first(value: RawBuilder<unknown>, text: string) {
  return sql`${value} is distinct from ${fold(text)}`;
}
