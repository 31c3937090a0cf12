import { type Selectable, sql } from 'kysely';
import type { Actor, Author } from '../../access/actor.ts';
import { requireAuthorityOverManaged } from '../../access/rights.ts';
import { type AuditedChange, auditAll } from '../../audit/audit.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { anyOf, clock } from '../../db/expressions.ts';
import type { DirectoryRelease } from '../../db/schema/service-accounts.ts';
import type { ServiceAccountsTable } from '../../db/schema.ts';
import type { Installation } from '../../installation.ts';
import { type Chunks, inChunks } from '../../queue/chunks.ts';
import { tagResource, userResource } from '../../records/resources.ts';
import { selectTags } from '../../records/tags.sql.ts';
import { rolesAndTagsByRn, selectUsersEver } from '../../records/users.sql.ts';

// A directory is removed by its row, at once for everyone (`liveDirectory`). The users and tags that it managed follow in
// chunks, each with its audit entry: the first with the row, the others by a job.

/** Rows per transaction. */
export const releasedChunk = 500;

type Directory = Pick<Selectable<ServiceAccountsTable>, 'id' | 'deleted-on'>;

/**
 * Releases the users and tags of a service account that is deleted or may no longer act as a directory. Its own change
 * has been audited.
 *
 * @param id its row is locked
 * @throws {ProblemError} 403 if one of the users has more rights than the actor
 */
export async function removeDirectory(tx: Transaction, actor: Actor, id: string): Promise<void> {
  await requireAuthorityOverManaged(tx, actor, id);
  const { installation, rn, name, email, origin } = actor;
  if (await managesAny(tx, id)) {
    const by: DirectoryRelease = { by: { rn, name, email }, origin };
    await tx
      .updateTable('service-accounts')
      .set({ 'released-by': JSON.stringify(by) })
      .where('id', '=', id)
      .where('released-by', 'is', null)
      .execute();
  }
  const directory = await tx
    .selectFrom('service-accounts')
    .select(['id', 'deleted-on', 'released-by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await releaseChunk(tx, installation, directory, directory['released-by'], releasedChunk);
}

/** Releases what removed directories managed, one chunk per transaction. */
export async function releaseManaged(db: Database, installation: Installation, { chunk, signal }: Chunks) {
  // What another change has locked is left for the next run.
  const passed: string[] = [];
  await inChunks(db, signal, async (tx) => {
    const directory = await tx
      .selectFrom('service-accounts')
      .select(['id', 'deleted-on', 'released-by'])
      .where('released-by', 'is not', null)
      .where((where) => where.not(where('id', '=', anyOf(passed))))
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!directory) return false;
    const released = await releaseChunk(tx, installation, directory, directory['released-by'], chunk);
    if (released === 0) passed.push(directory.id);
    return true;
  });
}

/**
 * Releases a chunk; once nothing is left, clears the mark. Writers of new rows
 * of the directory hold its key: none is missed.
 *
 * @param directory its row is locked
 * @returns the number of rows
 */
async function releaseChunk(
  tx: Transaction,
  installation: Installation,
  directory: Directory,
  release: DirectoryRelease | null,
  chunk: number,
): Promise<number> {
  let released = 0;
  if (release) {
    const author: Author = { installation, origin: release.origin, ...release.by };
    const users = await takeRows(tx, 'users', directory.id, chunk);
    const tags = await takeRows(tx, 'tags', directory.id, chunk - users.length);
    const changes = [
      ...(await changesOfUsers(tx, installation, users)),
      ...(await changesOfTags(tx, installation, tags)),
    ];
    auditAll(tx, author, changes, { consequences: true });
    released = users.length + tags.length;
    if (await managesAny(tx, directory.id)) return released;
  }
  await tx.updateTable('service-accounts').set({ 'released-by': null }).where('id', '=', directory.id).execute();
  return released;
}

/** Releases rows that no other change has locked; returns their ids. */
async function takeRows(tx: Transaction, table: 'users' | 'tags', directory: string, most: number): Promise<string[]> {
  if (most === 0) return [];
  const { rows } = await sql<{ id: string }>`update ${sql.table(table)}
    set "directory-id" = null, "updated-on" = ${clock} where id = any(array(
      select id from ${sql.table(table)} where "directory-id" = ${directory} limit ${most} for update skip locked))
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function managesAny(tx: Transaction, directory: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from users where "directory-id" = ${directory})
    or exists (select from tags where "directory-id" = ${directory}) as any`.execute(tx);
  return rows[0]?.any === true;
}

/** A deleted user is released without an entry: the entry of the deletion stands for it. */
async function changesOfUsers(tx: Transaction, installation: Installation, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await selectUsersEver(tx)
    .where('users.id', '=', anyOf(ids))
    .where('users.deleted-on', 'is', null)
    .orderBy('users.id')
    .execute();
  const resources = await rolesAndTagsByRn(tx, installation, {
    roles: new Set(rows.flatMap((user) => user['role-ids'])),
    tags: new Set(rows.flatMap((user) => user['tag-ids'])),
  });
  return rows.map((row) => {
    const user = userResource(installation, row);
    const names = Object.fromEntries([...user.roles, ...user.tags].map((rn) => [rn, resources[rn]?.name]));
    return changeOf('iam:UpdateUser', { ...user, names });
  });
}

async function changesOfTags(tx: Transaction, installation: Installation, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await selectTags(tx)
    .where('id', '=', anyOf(ids))
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => changeOf('iam:UpdateTag', tagResource(installation, row)));
}

function changeOf(
  action: 'iam:UpdateUser' | 'iam:UpdateTag',
  item: { readonly rn: string; readonly names?: object },
): AuditedChange {
  return { action, resource: item.rn, before: { ...item, managed: true }, after: item };
}
