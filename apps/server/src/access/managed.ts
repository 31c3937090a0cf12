import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { conflict, ProblemError } from '../problem.ts';
import type { Actor } from './actor.ts';

/** The directory that manages a user or a tag, as SQL. One that was removed manages none, although their rows still name it. */
export function liveDirectoryText(table: 'users' | 'tags'): string {
  return `case when ${table}."directory-id" is not null then (select id from "service-accounts" as directory
    where directory.id = ${table}."directory-id" and directory."released-by" is null) end`;
}

/** Like {@link liveDirectoryText}, as a selected column. */
export function liveDirectory(table: 'users' | 'tags') {
  return sql.raw<string | null>(liveDirectoryText(table)).as('directory-id');
}

/**
 * Refuses a change of a directory-managed resource by any other actor than that directory.
 *
 * @param thing the type of the resource
 * @throws {ProblemError} 409
 */
export function requireManager(
  actor: Actor,
  { 'directory-id': directory }: { readonly 'directory-id': string | null },
  thing: 'user' | 'tag',
): void {
  if (directory === null || directory === actor.userId) return;
  throw conflict('managed-by-directory', `A directory manages this ${thing}. Make this change there.`);
}

/**
 * Refuses changes of a directory that was removed and allowed again, until everything that it managed is released: it
 * would be released, too.
 *
 * @throws {ProblemError} 503
 */
export async function requireReleased(tx: Transaction, directory: Actor): Promise<void> {
  const row = await tx
    .selectFrom('service-accounts')
    .select('released-by')
    .where('id', '=', directory.userId)
    .executeTakeFirst();
  if (!row?.['released-by']) return;
  const message = 'The users that this directory managed before are still being released. Try again in a moment.';
  throw new ProblemError(503, [{ code: 'busy', message }], { retryAfter: 1 });
}
