import { type RawBuilder, sql } from 'kysely';
import { liveDirectory } from '../../access/managed.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { lastInvitation, plainColumns } from '../../records/users.sql.ts';

/**
 * The columns of a listed user; roles and tags are read for the whole page (`rolesAndTagsOfPage`). Times and ids stay texts,
 * because the driver's parsing into Dates and arrays would dominate the cost of a long list.
 */
export const listedColumns = [
  ...plainColumns,
  sql<string | null>`users."last-login"::text`.as('last-login'),
  sql<string | null>`users."last-password-change"::text`.as('last-password-change'),
  sql<string | null>`users."email-confirmed-on"::text`.as('email-confirmed-on'),
  sql<string>`users."created-on"::text`.as('created-on'),
  sql<string>`users."updated-on"::text`.as('updated-on'),
  sql<string>`users.labels::text`.as('labels'),
  lastInvitation,
  liveDirectory('users'),
] as const;

/** Ids of roles, and of tags that are not deleted. */
interface RolesAndTags {
  readonly roles: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

/** Maximum roles and tags of an account that are prefetched before the page's own are known. */
const fewRolesAndTags = 500;

/**
 * The roles and tags of a page of users. If the account has few, they are read in the same round trip as the page;
 * otherwise by the ids in the page.
 *
 * @param assigned the ids of roles and tags, deleted ones included, in the columns `labels` of the page
 */
export async function rolesAndTagsOfPage(
  tx: Transaction,
  account: string,
  assigned: Promise<readonly string[]>,
): Promise<RolesAndTags> {
  const [few, ids] = await Promise.all([readRolesAndTags(tx, sql`"account-id" = ${account}`), assigned]);
  return (
    few ?? (await readRolesAndTags(tx, sql`id = ${anyOf(ids)}`, ids.length)) ?? { roles: new Set(), tags: new Set() }
  );
}

/** @returns null if there are more than `most` */
async function readRolesAndTags(
  tx: Transaction,
  which: RawBuilder<unknown>,
  most = fewRolesAndTags,
): Promise<RolesAndTags | null> {
  const { rows } = await sql<{ id: string; tag: boolean }>`
    select id, false as tag from roles where ${which}
    union all select id, true from tags where "deleted-on" is null and ${which} limit ${sql.lit(most + 1)}`.execute(tx);
  if (rows.length > most) return null;
  const ids = (tag: boolean) => new Set(rows.filter((row) => row.tag === tag).map(({ id }) => id));
  return { roles: ids(false), tags: ids(true) };
}
