import { type Kysely, sql } from 'kysely';

/**
 * New texts are appended to the search index's pending list, which every search reads as well, and are sorted into the
 * index some dozens at a time: sorting each in by itself was the dearest part of creating a user. The list is kept
 * short, so that searches hardly notice it and no insert waits long for a flush.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Locks out nothing but other changes of the index itself.
  await sql.raw(`alter index "search-texts-found" set (fastupdate = on, gin_pending_list_limit = 64)`).execute(db);
}
