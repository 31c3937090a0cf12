import { type Kysely, sql } from 'kysely';

/**
 * An account's list has a version, which changes with every transaction that adds rows to the list or removes rows from
 * it: a node can cache the count while the version is the same. The version is written at the commit, so that
 * transactions wait for each other no longer than for the end of the audit chain, and once per transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table "list-versions" (
  "account-id" uuid not null references accounts on delete cascade,
  list text not null,
  version xid8 not null,
  primary key ("account-id", list)
);
alter table "list-versions" enable row level security;
alter table "list-versions" force row level security;
create policy tenant on "list-versions" using ((select "sees-every-account"()) or "account-id" = (select "seen-account"()));
grant select on "list-versions" to keyhold_app;

create function "note-list-version"() returns trigger language plpgsql security definer set search_path from current as $$
declare
  accounts uuid[] := case tg_op when 'INSERT' then array[new."account-id"] when 'DELETE' then array[old."account-id"]
    else array[old."account-id", new."account-id"] end;
begin
  insert into "list-versions"
  select distinct id, tg_argv[0], pg_current_xact_id() from unnest(accounts) as id
  where not exists (
    select from "list-versions" where "account-id" = id and list = tg_argv[0] and version = pg_current_xact_id())
  order by id
  on conflict ("account-id", list) do update set version = excluded.version;
  return null;
end $$;
`)
    .execute(db);
  for (const table of ['users', 'licenses', 'addon-licenses']) {
    await sql
      .raw(`
create constraint trigger "note-list-version" after insert on "${table}" deferrable initially deferred
  for each row when (new."deleted-on" is null) execute function "note-list-version"('${table}');
create constraint trigger "note-list-version-of-removed" after delete on "${table}" deferrable initially deferred
  for each row when (old."deleted-on" is null) execute function "note-list-version"('${table}');
create constraint trigger "note-list-version-of-changed" after update of "account-id", "deleted-on" on "${table}" deferrable initially deferred
  for each row when ((old."account-id", old."deleted-on" is null) is distinct from (new."account-id", new."deleted-on" is null))
  execute function "note-list-version"('${table}');
`)
      .execute(db);
  }
}
