import { type Kysely, sql } from 'kysely';

/** The number of the provider's latest audit entries to search for the last backup; it bounds the time of a start. */
const searched = 10_000;

/** The state of backups, audit log checks and the proxy's certificate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table upkeep (
  "only" boolean primary key default true check ("only"),
  -- The newest backup that is whole, by the moment whose data it holds.
  "backup-made-on" timestamptz,
  "backup-file" text,
  -- The last attempt of the schedule, and why the last attempt failed.
  "backup-tried-on" timestamptz,
  "backup-error" text,
  -- When a backup was last restored into a scratch database.
  "backup-verified-on" timestamptz,
  -- The last check of every audit log, and how many of them are broken.
  "audit-checked-on" timestamptz,
  "audit-broken" integer not null default 0,
  -- The end of the certificate that the public address presents.
  "certificate-ends-on" timestamptz
);
insert into upkeep ("backup-made-on")
  select max("on") from (
    select action, "on" from audit where "account-id" = (select "provider-account-id" from installation)
    order by seq desc limit ${searched}
  ) as recent where action = 'adm:BackUp';
grant select, update on upkeep to keyhold_app;

-- When mail last left, for the metrics; and what the purge looks for.
create index "outbox-sent" on outbox ("sent-on") where "sent-on" is not null;
`)
    .execute(db);
}
