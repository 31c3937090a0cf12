import type { User } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { fold } from '../../db/expressions.ts';
import type { Schema } from '../../db/schema.ts';
import {
  containsText,
  foundByFullName,
  foundBySearch,
  foundInList,
  idAmong,
  idsWithinLimit,
  maxFoundIds,
  patternOf,
  type Search,
} from '../../lists/search.ts';
import { selectUsers } from '../../records/users.sql.ts';

const eb = expressionBuilder<Schema, 'users'>();

/** The filters of a list of users. */
interface UsersWanted extends Search {
  readonly status?: User['status'] | undefined;
}

/**
 * Selects the users of an account that match a search and filters, and counts them. Few matches are selected by their
 * ids: a scan in sort order might find them only at its end.
 *
 * @param more further conditions, planned for their values
 */
export async function searchUsers(
  tx: Transaction,
  account: string,
  { status, ...search }: UsersWanted,
  more: readonly Expression<SqlBool>[] = [],
) {
  // Account sizes differ widely: a generic plan would sort all users of the largest account for a single page.
  const users = selectUsers(tx).where('users.account-id', '=', planFor(account));
  const conditions = [...more];
  const found = await foundBySearch(search, ['users.status'], (text) => foundUsers(tx, account, text));
  if (found) conditions.push(found);
  if (status) conditions.push(eb('users.status', '=', planFor(status)));
  if (conditions.length === 0) return { users, total: undefined };
  const wanted = eb.and(conditions);
  const { total, ids } = await countWanted(tx, account, wanted);
  return { users: users.where(ids ? idAmong('users.id', ids, 'uuid') : wanted), total };
}

/** Counts the matching users of an account, and returns their ids if they are few, in one query. */
function countWanted(tx: Transaction, account: string, wanted: Expression<SqlBool>) {
  const ids = sql<string[] | null>`case when count(*) <= ${maxFoundIds} then coalesce(array_agg(id), '{}')::text[] end`;
  return tx
    .selectFrom('users')
    .select([eb.fn.countAll<number>().as('total'), ids.as('ids')])
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where(wanted)
    .executeTakeFirstOrThrow();
}

/**
 * The search condition of users: their own texts, first and last name together as displayed, or the name of a role or
 * tag.
 */
async function foundUsers(tx: Transaction, account: string, search: string): Promise<Expression<SqlBool>> {
  const rolesAndTags = await rolesAndTagsNamed(tx, account, search);
  const own = await foundInList(tx, { kind: 'users', account }, search);
  const assigned = own && (await fewAssigned(tx, rolesAndTags));
  const named = assigned && (await foundByFullName(tx, account, search));
  const found = own && assigned && named ? idAmong('users.id', [...own, ...assigned, ...named], 'uuid') : null;
  if (found && named?.length === 0) return found;
  const pattern = patternOf(search);
  const matches = [
    eb('users.search-text', 'like', pattern),
    eb('users.labels', '&&', sql<string[]>`${rolesAndTags}::uuid[]`),
  ];
  const fullName = fold(sql<string>`users."first-name" || ' ' || users."last-name"`);
  if (search.includes(' ')) matches.push(eb(fullName, 'like', pattern));
  return found ? eb.and([found, eb.or(matches)]) : eb.or(matches);
}

/** The ids of the account's roles and tags whose name contains a text. */
async function rolesAndTagsNamed(tx: Transaction, account: string, search: string): Promise<string[]> {
  const roles = tx.selectFrom('roles').select('id').where('account-id', '=', account);
  const tags = tx.selectFrom('tags').select('id').where('account-id', '=', account).where('deleted-on', 'is', null);
  const named = containsText(search, ['name']);
  const rolesAndTags = await roles.where(named).unionAll(tags.where(named)).execute();
  return rolesAndTags.map(({ id }) => id);
}

/** The ids of the users with any of some roles and tags, or null if there are too many. */
async function fewAssigned(tx: Transaction, rolesAndTags: readonly string[]): Promise<string[] | null> {
  if (rolesAndTags.length === 0) return [];
  return idsWithinLimit(
    tx,
    sql`(select "user-id" as id from "user-roles" where "role-id" = any(${rolesAndTags}::uuid[]) limit ${maxFoundIds + 1})
      union
      (select "user-id" from "user-tags" where "tag-id" = any(${rolesAndTags}::uuid[]) limit ${maxFoundIds + 1})`,
  );
}
