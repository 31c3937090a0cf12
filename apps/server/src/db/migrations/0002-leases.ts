import { type Kysely, sql } from 'kysely';

/** The duration of a product's leases, and columns of a license for its previous lease. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table products
  add column "heartbeat-seconds" integer not null default 30 check ("heartbeat-seconds" between 5 and 300),
  add column "lease-seconds" integer not null default 90 check ("lease-seconds" between 15 and 900),
  add column "grace-seconds" integer not null default 0 check ("grace-seconds" between 0 and 14400),
  add check ("lease-seconds" >= 2 * "heartbeat-seconds");

alter table licenses
  add column "release-message" text,
  -- Whose lease the current one followed, so that its client is told that it lapsed and not that it never was.
  add column "previous-lease-id" uuid,
  add column "previous-holder-id" uuid references users;
create index "licenses-previous-lease" on licenses ("previous-lease-id") where "previous-lease-id" is not null;
-- One device of a user has one seat of a product, even when it asks twice at once.
create unique index "licenses-one-seat-a-device" on licenses ("holder-id", "product-id", "device-id") where "lease-state" = 'active';
-- The few that every node looks through each second.
create index "licenses-releasing" on licenses ("lease-id") where "lease-state" = 'releasing';
`)
    .execute(db);
}
