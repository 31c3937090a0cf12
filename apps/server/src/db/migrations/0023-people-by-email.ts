import { type Kysely, sql } from 'kysely';

/**
 * Sign-ins find their user by an index. Row-level security rules out an index over `fold(email)` (migration 0014), so
 * each sign-in read all users. The new index also keeps e-mails unique.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index "users-email-taken";
create unique index "users-email-taken" on users ("folded-email") where "deleted-on" is null;
`)
    .execute(db);
}
