import { type Kysely, sql } from 'kysely';

/**
 * New texts are appended to the pending list of the search index, which every search reads too, and are merged into the
 * index dozens at a time: merging each text separately was the most expensive part of creating a user. The list is kept
 * short, so that it hardly slows searches and no insert waits long for a flush.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Conflicts only with other changes of the index itself.
  await sql.raw(`alter index "search-texts-found" set (fastupdate = on, gin_pending_list_limit = 64)`).execute(db);
}
