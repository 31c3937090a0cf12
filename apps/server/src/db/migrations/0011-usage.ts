import { type Kysely, sql } from 'kysely';

/**
 * The history of license use. The row of a license has its current state; a trigger records the beginning and end of
 * each use in the same transaction, whatever the reason. It fires only for changes of a lease's state, not for
 * heartbeats.
 *
 * Single uses are kept for some days. They are summed up per hour and product once the hour is over, and per day,
 * license and user as uses end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "license-uses" (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "product-id" text not null,
  "license-id" text not null,
  "user-id" uuid not null,
  "device-name" text,
  "started-on" timestamptz not null,
  "ended-on" timestamptz,
  ending text check (ending in ('returned', 'released', 'lapsed')),
  check (("ended-on" is null) = (ending is null)),
  check ("ended-on" >= "started-on")
);
create unique index "license-uses-open" on "license-uses" ("license-id") where "ended-on" is null;
create index "license-uses-by-license" on "license-uses" ("license-id", "started-on");
create index "license-uses-by-account" on "license-uses" ("account-id", "ended-on");
create index "license-uses-by-end" on "license-uses" ("ended-on");

create table "usage-days" (
  "account-id" uuid not null references accounts,
  "product-id" text not null,
  "license-id" text not null,
  "user-id" uuid not null,
  day date not null,
  uses integer not null,
  seconds double precision not null,
  "last-on" timestamptz not null,
  primary key ("license-id", day, "user-id")
);
create index "usage-days-by-account" on "usage-days" ("account-id", day);
create index "usage-days-by-user" on "usage-days" ("user-id", day);

create table "usage-hours" (
  "account-id" uuid not null references accounts,
  "product-id" text not null,
  hour timestamptz not null,
  peak integer not null,
  seconds double precision not null,
  uses integer not null,
  users integer not null,
  primary key ("account-id", "product-id", hour)
);

create table "usage-denials" (
  "account-id" uuid not null references accounts,
  "product-id" text not null,
  "user-id" uuid not null,
  reason text not null,
  hour timestamptz not null,
  count integer not null,
  "last-on" timestamptz not null,
  "device-name" text not null,
  primary key ("account-id", "product-id", "user-id", reason, hour)
);
create index "usage-denials-by-hour" on "usage-denials" ("account-id", hour);

-- Up to where hours have been summed up.
create table "usage-marks" (
  "only" boolean primary key default true check ("only"),
  "rolled-until" timestamptz not null
);

create function "start-of-day"(day date) returns timestamptz language sql immutable parallel safe
  return day::timestamp at time zone 'UTC';

create function "days-of"("from" timestamptz, "to" timestamptz)
  returns table (day date, seconds double precision, "last-on" timestamptz) language sql stable parallel safe as $$
  select each::date, extract(epoch from least("to", "start-of-day"(each::date + 1)) - greatest("from", "start-of-day"(each::date))),
    least("to", "start-of-day"(each::date + 1))
  from generate_series(("from" at time zone 'UTC')::date, ("to" at time zone 'UTC')::date, interval '1 day') as each
$$;

-- Days as they are so far: those of ended uses, and of those that go on.
create view "usage-days-so-far" with (security_invoker = true) as
  select "account-id", "product-id", "license-id", "user-id", day, uses, seconds, "last-on" from "usage-days"
  union all
  select uses."account-id", uses."product-id", uses."license-id", uses."user-id", days.day, 0, days.seconds, days."last-on"
  from "license-uses" as uses join licenses on licenses.id = uses."license-id"
    cross join lateral "days-of"(uses."started-on", greatest(uses."started-on", least(now(), licenses."expires-at"))) as days
  where uses."ended-on" is null;

create function "note-use"() returns trigger language plpgsql as $$
declare
  -- Not the transaction's time: a seat that was waited for is taken after it was given up.
  moment timestamptz := clock_timestamp();
  was boolean := old."lease-state" in ('active', 'offline') and old."freed-on" is null;
  goes_on boolean := new."lease-state" in ('active', 'offline') and new."freed-on" is null;
  lapsed boolean := was and old."expires-at" <= moment;
  ended "license-uses"%rowtype;
begin
  if was and goes_on and not lapsed and old."lease-id" = new."lease-id" then return null; end if;
  if was then
    update "license-uses" set "ended-on" = greatest("started-on", least(moment, old."expires-at")),
      ending = case when lapsed then 'lapsed' when new."lease-state" = 'releasing' then 'released' else 'returned' end
    where "license-id" = old.id and "ended-on" is null returning * into ended;
    insert into "usage-days" select ended."account-id", ended."product-id", ended."license-id", ended."user-id", days.day, 0,
      days.seconds, days."last-on" from "days-of"(ended."started-on", ended."ended-on") as days
    on conflict ("license-id", day, "user-id") do update set seconds = "usage-days".seconds + excluded.seconds,
      "last-on" = greatest("usage-days"."last-on", excluded."last-on");
  end if;
  if goes_on then
    insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "device-name", "started-on")
    values (new."account-id", new."product-id", new.id, new."holder-id", new."device-name", moment);
    insert into "usage-days" values (new."account-id", new."product-id", new.id, new."holder-id", (moment at time zone 'UTC')::date, 1, 0, moment)
    on conflict ("license-id", day, "user-id") do update set uses = "usage-days".uses + 1, "last-on" = excluded."last-on";
  end if;
  return null;
end $$;

create trigger "note-use" after update of "lease-state", "freed-on" on licenses for each row execute function "note-use"();

-- Uses that go on already began when they were last noted.
insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "device-name", "started-on")
  select "account-id", "product-id", id, "holder-id", "device-name", coalesce("leased-on", now()) from licenses
  where "lease-state" in ('active', 'offline') and "freed-on" is null and "expires-at" > now();

grant select on "usage-days-so-far", "usage-marks" to keyhold_app;
grant insert, update on "usage-marks" to keyhold_app;
grant select, insert, update, delete on "license-uses", "usage-days", "usage-hours", "usage-denials" to keyhold_app;
`)
    .execute(db);

  for (const table of ['license-uses', 'usage-days', 'usage-hours', 'usage-denials']) {
    await sql
      .raw(`
alter table "${table}" enable row level security;
alter table "${table}" force row level security;
create policy tenant on "${table}" using (current_setting('keyhold.account', true) in ('*', "account-id"::text));
`)
      .execute(db);
  }
}
