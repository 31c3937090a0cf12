import { type Kysely, sql } from 'kysely';

/**
 * Webhooks, the events that each subscribes to, and their deliveries. The transaction that causes an event adds a
 * delivery for every subscribed webhook; a job sends it after the commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table webhooks (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  url text not null,
  description text not null default '',
  events text[] not null,
  -- The provider's may hear of every account.
  "every-account" boolean not null default false,
  enabled boolean not null default true,
  secret text not null,
  "old-secret" text,
  "old-secret-until" timestamptz,
  -- Deliveries that failed in a row: after some, the address is left alone for a while.
  failures integer not null default 0,
  "retry-on" timestamptz,
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now()
);
create index "webhooks-by-account" on webhooks ("account-id", url collate "name-order", id);

create table "webhook-deliveries" (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "webhook-id" uuid not null references webhooks on delete cascade,
  type text not null,
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  "response-status" integer,
  error text,
  "created-on" timestamptz not null default now(),
  "last-attempt-on" timestamptz,
  "next-attempt-on" timestamptz not null default now(),
  "give-up-on" timestamptz not null default now() + interval '3 days'
);
create index "webhook-deliveries-by-webhook" on "webhook-deliveries" ("webhook-id", "created-on", id);
create index "webhook-deliveries-waiting" on "webhook-deliveries" ("next-attempt-on") where status = 'waiting';

-- It runs for everyone whose change is an event, and reaches the provider's webhooks from any account: for as long as it
-- runs, it sees the rows of every account.
create function "queue-webhooks"(account uuid, event text, data jsonb) returns void language plpgsql volatile
  security definer set search_path from current as $$
declare
  seen text := current_setting('keyhold.account', true);
  queued uuid;
begin
  perform set_config('keyhold.account', '*', true);
  for queued in
    insert into "webhook-deliveries" ("account-id", "webhook-id", type, body)
    select webhooks."account-id", webhooks.id, event, json_build_object('type', event,
      'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', data)::text
    from webhooks join accounts on accounts.id = webhooks."account-id"
    where webhooks.enabled and event = any(webhooks.events) and accounts."deleted-on" is null
      and (webhooks."account-id" = account or webhooks."every-account")
    returning id
  loop
    perform "add-job"('deliver-webhook', json_build_object('id', queued), 'deliver-webhook ' || queued);
  end loop;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
end $$;
revoke execute on function "queue-webhooks" from public;
grant execute on function "queue-webhooks" to keyhold_app;

-- The end of a license's term of which has been told that it comes.
alter table licenses add column "expiry-told" timestamptz;

grant select, insert, update, delete on webhooks, "webhook-deliveries" to keyhold_app;
`)
    .execute(db);

  for (const table of ['webhooks', 'webhook-deliveries']) {
    await sql
      .raw(`
alter table "${table}" enable row level security;
alter table "${table}" force row level security;
create policy tenant on "${table}" using (current_setting('keyhold.account', true) in ('*', "account-id"::text));
`)
      .execute(db);
  }
}
