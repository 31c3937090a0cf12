import type { User } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { fewFound, fewIds, foundByFullName, foundInList, idAmong, patternOf } from '../../lists/search.ts';
import { selectUsers } from './users.sql.ts';

/** What a list of users was asked for. */
interface UsersWanted {
  readonly search?: string | undefined;
  readonly status?: User['status'] | undefined;
}

/**
 * The users of an account, all or those that are wanted, and then how many; in an object, because a query cannot be awaited.
 * Few are named by their ids: who walked through everybody in some order might meet them at its very end.
 *
 * @param more what else narrows them, planned for its values
 */
export async function searchUsers(
  tx: Transaction,
  account: string,
  { search, status }: UsersWanted,
  more: readonly RawBuilder<boolean>[] = [],
) {
  const users = selectUsers(tx).where('users.account-id', '=', account);
  const conditions = [...more];
  if (search) conditions.push(await foundUsers(tx, account, search));
  if (status) conditions.push(sql<boolean>`users.status = ${planFor(status)}`);
  if (conditions.length === 0) return { users, total: undefined };
  const wanted = sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  const { total, ids } = await countWanted(tx, account, wanted);
  return { users: users.where(ids ? idAmong('users.id', ids, 'uuid') : wanted), total };
}

/** How many users of an account are wanted, and their ids where they are few: one reading for both. */
async function countWanted(tx: Transaction, account: string, wanted: RawBuilder<boolean>) {
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    select count(*)::int as total,
      case when count(*) <= ${fewFound} then coalesce(array_agg(id), '{}')::text[] end as ids
    from users where "account-id" = ${account} and "deleted-on" is null and ${wanted}`.execute(tx);
  return rows[0] ?? { total: 0, ids: [] };
}

/**
 * Whether a user is found: by one of their own texts, by first and last name together, as they are shown, or by the name
 * of a role or tag (specification, 'Users list').
 */
async function foundUsers(tx: Transaction, account: string, search: string): Promise<RawBuilder<boolean>> {
  const labels = await labelsNamed(tx, account, search);
  const own = await foundInList(tx, { kind: 'users', account }, search);
  const labelled = own && (await fewLabelled(tx, labels));
  const named = labelled && (await foundByFullName(tx, account, search));
  const found = own && labelled && named ? idAmong('users.id', [...own, ...labelled, ...named], 'uuid') : sql`true`;
  if (named?.length === 0) return sql<boolean>`${found}`;
  const fullName = sql`fold(users."first-name" || ' ' || users."last-name")`;
  const byName = search.includes(' ') ? sql`or ${fullName} like ${patternOf(search)}` : sql``;
  return sql<boolean>`(${found} and (users."search-text" like ${patternOf(search)} or users.labels && ${labels}::uuid[] ${byName}))`;
}

/** The ids of the account's roles and tags whose name contains a text. */
async function labelsNamed(tx: Transaction, account: string, search: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from roles where "account-id" = ${account} and fold(name) like ${patternOf(search)}
    union all
    select id from tags where "account-id" = ${account} and "deleted-on" is null and fold(name) like ${patternOf(search)}
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** The ids of the users with any of some roles and tags, or null where they are too many. */
async function fewLabelled(tx: Transaction, labels: readonly string[]): Promise<string[] | null> {
  if (labels.length === 0) return [];
  return fewIds(
    tx,
    sql`(select "user-id" as id from "user-roles" where "role-id" = any(${labels}::uuid[]) limit ${fewFound + 1})
      union
      (select "user-id" from "user-tags" where "tag-id" = any(${labels}::uuid[]) limit ${fewFound + 1})`,
  );
}
