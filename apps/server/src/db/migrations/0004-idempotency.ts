import { type Kysely, sql } from 'kysely';

/**
 * The first replies to POST requests with an Idempotency-Key. The key is stored as a hash, and the reply is sealed with
 * the key: a reader of this table cannot read replies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "idempotency-keys" (
  "account-id" uuid not null references accounts,
  "user-id" uuid not null references users,
  "key-hash" bytea not null,
  "request-hash" bytea not null,
  reply bytea,
  "created-on" timestamptz not null default now(),
  primary key ("user-id", "key-hash")
);
create index "idempotency-keys-by-age" on "idempotency-keys" ("created-on");
alter table "idempotency-keys" enable row level security;
alter table "idempotency-keys" force row level security;
create policy tenant on "idempotency-keys" using (current_setting('keyhold.account', true) in ('*', "account-id"::text));
grant select, insert, update, delete on "idempotency-keys" to keyhold_app;
`)
    .execute(db);
}
