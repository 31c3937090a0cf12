import { type Kysely, sql } from 'kysely';

/**
 * Pools: licenses of one product that are managed as one. A pooled license has no policies of its own: those of its pool
 * decide who may consume it, so that a server that does not know pools gives it to no one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table pools (
  id uuid primary key default "new-id"(),
  "account-id" uuid not null references accounts,
  "product-id" text not null references products,
  name text not null,
  description text not null default '',
  policies jsonb not null default '[]',
  rules jsonb not null default '{}',
  "created-on" timestamptz not null default now(),
  "updated-on" timestamptz not null default now()
);
create unique index "pools-name-taken" on pools ("account-id", fold(name));
create index "pools-by-name" on pools ("account-id", name collate "name-order", id);
create index "pools-by-product" on pools ("account-id", "product-id");
alter table pools enable row level security;
alter table pools force row level security;
create policy tenant on pools using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
grant select, insert, update, delete on pools to keyhold_app;

alter table licenses add column "pool-id" uuid references pools;
alter table licenses add column overdraft boolean not null default false;
`)
    .execute(db);
}
