import { type Kysely, sql } from 'kysely';

/**
 * Who signs in is looked up by an index. Under row-level security an index over `fold(email)` serves nobody (migration
 * 0014): each sign-in read everybody there is. The same address is still nobody else's, which this index says now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index "users-email-taken";
create unique index "users-email-taken" on users ("folded-email") where "deleted-on" is null;
`)
    .execute(db);
}
