import { type Kysely, sql } from 'kysely';

/**
 * Second factors: the users who need one, the factors of users, and the challenges of sign-ins, enrolments and proofs.
 * A session records when its user last authenticated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table accounts
  add column "second-factor" text not null default 'off' check ("second-factor" in ('off', 'administrators', 'everyone')),
  add column "password-sign-in" boolean not null default true,
  add column "session-hours" integer check ("session-hours" between 1 and 720);

-- One moment for all sessions of before, so that none is rewritten; it is too long ago to be a fresh proof.
alter table sessions add column "proven-on" timestamptz not null default now() - interval '1 day';
alter table sessions alter column "proven-on" set default now();

-- A factor has what its kind needs: a secret and the last step used, a public key and its counter, or hashes of codes.
create table factors (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "user-id" uuid not null references users,
  kind text not null check (kind in ('passkey', 'authenticator', 'recovery-codes')),
  name text not null,
  "created-on" timestamptz not null default now(),
  "last-used-on" timestamptz,
  secret bytea,
  "last-step" bigint,
  "credential-id" text,
  "public-key" bytea,
  counter bigint,
  transports jsonb,
  "code-hashes" bytea[]
);
create index "factors-by-user" on factors ("user-id");
create unique index "factors-by-credential" on factors ("credential-id") where "credential-id" is not null;
create unique index "factors-recovery-codes" on factors ("user-id") where kind = 'recovery-codes';

-- What waits for an answer: found by the hash of what the caller was given, and used once.
create table challenges (
  hash bytea primary key,
  "account-id" uuid not null references accounts,
  "user-id" uuid not null references users,
  purpose text not null check (purpose in ('sign-in', 'enrolment', 'authenticator', 'passkey', 'proof')),
  "session-id" uuid,
  secret bytea,
  "created-on" timestamptz not null default now(),
  "expires-on" timestamptz not null
);
create index "challenges-by-user" on challenges ("user-id");

-- Sign-ins by a passkey alone: nobody knows yet whose.
create table "passkey-requests" (
  hash bytea primary key,
  "expires-on" timestamptz not null
);
grant select, insert, update, delete on factors, challenges, "passkey-requests" to keyhold_app;
`)
    .execute(db);
  for (const table of ['factors', 'challenges']) {
    await sql
      .raw(`
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
`)
      .execute(db);
  }
}
