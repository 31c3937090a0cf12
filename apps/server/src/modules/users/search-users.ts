import type { User } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { fewFound, foundInList, isIndexed, patternOf } from '../../lists/search.ts';
import { selectUsers } from './users.sql.ts';

/** What a list of users was asked for. */
interface UsersWanted {
  readonly search?: string | undefined;
  readonly status?: User['status'] | undefined;
}

/** The users of an account, all or those that a search and a status find; in an object, because a query cannot be awaited. */
export async function searchUsers(tx: Transaction, account: string, { search, status }: UsersWanted) {
  let users = selectUsers(tx).where('users.account-id', '=', account);
  if (search) users = users.where(await foundUsers(tx, account, search));
  if (status) users = users.where('users.status', '=', status);
  return { users };
}

/**
 * Whether a user is found: by one of their own texts, or by the name of a role or tag (specification, 'Users list'). Few
 * are named by their ids; many are met soon by whoever reads the list.
 */
async function foundUsers(tx: Transaction, account: string, search: string): Promise<RawBuilder<boolean>> {
  const labels = await labelsNamed(tx, account, search);
  const own = await foundInList(tx, { kind: 'users', account }, search);
  const labelled = own && (await fewLabelled(tx, labels));
  if (own && labelled) return idsAmong([...own, ...labelled]);
  const contains = sql<boolean>`(users."search-text" like ${patternOf(search)} or users.labels && ${labels}::uuid[])`;
  const few = isIndexed(search) ? null : await fewOf(tx, account, contains);
  return few ? idsAmong(few) : contains;
}

function idsAmong(ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`users.id = any(${ids}::uuid[])`;
}

/** Reads an account's users once for a search that no index finds: its few ids, or null where there are too many. */
async function fewOf(tx: Transaction, account: string, found: RawBuilder<boolean>): Promise<string[] | null> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where(found)
    .limit(fewFound + 1)
    .execute();
  return rows.length > fewFound ? null : rows.map(({ id }) => id);
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
  const { rows } = await sql<{ id: string }>`
    (select "user-id" as id from "user-roles" where "role-id" = any(${labels}::uuid[]) limit ${fewFound + 1})
    union
    (select "user-id" from "user-tags" where "tag-id" = any(${labels}::uuid[]) limit ${fewFound + 1})
    limit ${fewFound + 1}`.execute(tx);
  return rows.length > fewFound ? null : rows.map(({ id }) => id);
}
