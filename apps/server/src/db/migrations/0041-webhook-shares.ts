import { type Kysely, sql } from 'kysely';

/** Columns to count an account's deliveries in progress and to detect slow receivers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Whether the last answer took long; null before the first one.
alter table webhooks add column slow boolean;
-- Until when the node that makes a delivery has it for itself; null while none does.
alter table "webhook-deliveries" add column "claimed-until" timestamptz;
create index "webhook-deliveries-claimed" on "webhook-deliveries" ("account-id") where "claimed-until" is not null;
create index "webhook-deliveries-waiting-by-account" on "webhook-deliveries" ("account-id", "next-attempt-on") where status = 'waiting';
`)
    .execute(db);
}
