import { type Kysely, sql } from 'kysely';

/**
 * The user whose last invitation a mail is: at most one mail of each user, kept as long as the user. The purge finds the
 * other mails by their own index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table outbox add column "user-id" uuid;
-- The outbox holds the mails of a week, so that these take moments.
create unique index "outbox-by-user" on outbox ("user-id") where "user-id" is not null;
create index "outbox-spent" on outbox ("created-on") where "user-id" is null;
`)
    .execute(db);
}
