import { type Kysely, sql } from 'kysely';

/**
 * Keeps long lists fast: an index for each sort order, and a trigram index for searches.
 *
 * Under row-level security, PostgreSQL uses an index only for leakproof operators and functions. `like` and the
 * functions used here are not leakproof. So the sort keys are stored in columns, and the searched texts in a separate
 * table that requests cannot read. The function "found-in-list" returns ids from it, for accounts that the transaction
 * may see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await readOnce(db);
  await sql
    .raw(`
create extension if not exists btree_gin;

-- The ids of their roles and tags, so that a user found by the name of one is found without looking elsewhere. Filled before
-- the table is written anew below.
alter table users add column labels uuid[] not null default '{}';
update users set labels = labelled.ids from (
  select "user-id", array_agg(label) as ids
  from (select "user-id", "role-id" from "user-roles" union all select "user-id", "tag-id" from "user-tags") as labels ("user-id", label)
  group by "user-id") as labelled
where users.id = labelled."user-id";

alter table accounts
  add column "search-text" text not null generated always as (fold(name || E'\\n' || description || E'\\n' || status)) stored;
alter table users
  add column "folded-email" text not null generated always as (fold(email)) stored,
  add column "login-order" timestamptz not null generated always as (coalesce("last-login", '-infinity')) stored,
  add column "search-text" text not null generated always as (fold(email || E'\\n' || "last-name" || E'\\n' || "first-name"
    || E'\\n' || description || E'\\n' || title || E'\\n' || status)) stored;
alter table licenses
  add column "search-text" text not null generated always as (fold(id || E'\\n' || description || E'\\n' || type)) stored;
alter table "addon-licenses"
  add column "search-text" text not null generated always as (fold(id || E'\\n' || type)) stored;

create function "note-labels"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update users set labels = labels || (to_jsonb(new) ->> tg_argv[0])::uuid where id = new."user-id";
  else
    update users set labels = array_remove(labels, (to_jsonb(old) ->> tg_argv[0])::uuid) where id = old."user-id";
  end if;
  return null;
end $$;
create trigger "note-labels" after insert or delete on "user-roles" for each row execute function "note-labels"('role-id');
create trigger "note-labels" after insert or delete on "user-tags" for each row execute function "note-labels"('tag-id');

-- Texts to be searched, by the list they belong to: 'accounts', or the kind of thing and its account.
create table "search-texts" (
  id text primary key,
  list text not null,
  text text not null
);

create function "note-search-text"() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    delete from "search-texts" where id = old.id::text;
  else
    insert into "search-texts" values (new.id::text, tg_argv[0] || coalesce(' ' || (to_jsonb(new) ->> 'account-id'), ''), new."search-text")
    on conflict (id) do update set text = excluded.text;
  end if;
  return null;
end $$;
`)
    .execute(db);

  for (const [table, columns] of searchedTables) {
    const changed = columns.map((column) => `"${column}"`).join(', ');
    await sql
      .raw(`
create trigger "note-search-text" after insert or delete or update of ${changed} on "${table}"
  for each row execute function "note-search-text"('${table}');
`)
      .execute(db);
  }

  await sql
    .raw(`
create function "fill-search-texts"() returns void language sql as $$
  insert into "search-texts" select id::text, 'accounts', "search-text" from accounts;
  insert into "search-texts" select id::text, 'users ' || "account-id", "search-text" from users;
  insert into "search-texts" select id, 'licenses ' || "account-id", "search-text" from licenses;
  insert into "search-texts" select id, 'addon-licenses ' || "account-id", "search-text" from "addon-licenses";
$$;
revoke execute on function "fill-search-texts" from public;
select "fill-search-texts"();
create index "search-texts-found" on "search-texts" using gin (list, text gin_trgm_ops) with (fastupdate = off);

-- The ids in a list whose text is like a pattern, or too many of them: one more than asked for. An account's list is answered
-- to who sees that account, and the accounts to who sees all.
create function "found-in-list"(kind text, account uuid, pattern text, most integer) returns setof text language plpgsql stable
  security definer set search_path from current set plan_cache_mode = force_custom_plan as $$
declare seen text := current_setting('keyhold.account', true);
begin
  if coalesce(seen, '') = '' then
    raise insufficient_privilege using message = 'No account was named.';
  end if;
  if seen <> '*' and account::text is distinct from seen then return; end if;
  return query select id from "search-texts"
    where list = kind || coalesce(' ' || account, '') and text like pattern limit most + 1;
end $$;
revoke execute on function "found-in-list" from public;
grant execute on function "found-in-list" to keyhold_app;

create index "accounts-by-status" on accounts (status, name collate "name-order", id) where "deleted-on" is null;
create index "accounts-by-creation" on accounts ("created-on", id) where "deleted-on" is null;
create index "accounts-by-change" on accounts ("updated-on", id) where "deleted-on" is null;

drop index "users-by-name";
create index "users-by-name" on users ("account-id", "first-name" collate "name-order", "last-name" collate "name-order", "folded-email", id) where "deleted-on" is null;
create index "users-by-status" on users ("account-id", status, "first-name" collate "name-order", "last-name" collate "name-order", "folded-email", id) where "deleted-on" is null;
create index "users-by-email" on users ("account-id", "folded-email", id) where "deleted-on" is null;
create index "users-by-login" on users ("account-id", "login-order", id) where "deleted-on" is null;
create index "users-by-creation" on users ("account-id", "created-on", id) where "deleted-on" is null;
create index "users-by-change" on users ("account-id", "updated-on", id) where "deleted-on" is null;

create index "licenses-by-key" on licenses ("account-id", id) where "deleted-on" is null;
create index "licenses-by-description" on licenses ("account-id", description collate "name-order", id) where "deleted-on" is null;
create index "licenses-by-type" on licenses ("account-id", type, "product-id", id) where "deleted-on" is null;
create index "licenses-by-creation" on licenses ("account-id", "created-on", id) where "deleted-on" is null;
create index "licenses-by-change" on licenses ("account-id", "updated-on", id) where "deleted-on" is null;

create index "addon-licenses-by-key" on "addon-licenses" ("account-id", id) where "deleted-on" is null;
create index "addon-licenses-by-type" on "addon-licenses" ("account-id", type, "addon-id", id) where "deleted-on" is null;
create index "addon-licenses-by-creation" on "addon-licenses" ("account-id", "created-on", id) where "deleted-on" is null;

alter table audit add column "actor-rn" text generated always as (actor ->> 'rn') stored;
create index "audit-by-action" on audit ("account-id", action, seq) include ("on");
create index "audit-by-actor" on audit ("account-id", "actor-rn", seq) include ("on");
create index "audit-by-time" on audit ("account-id", "on", seq);
`)
    .execute(db);
}

/** Tables with long lists, and their searched columns. */
const searchedTables = [
  ['accounts', ['name', 'description', 'status']],
  ['users', ['email', 'last-name', 'first-name', 'description', 'title', 'status']],
  ['licenses', ['description', 'type']],
  ['addon-licenses', ['type']],
] as const;

/**
 * Evaluates the account that a transaction may see once per statement instead of once per row. PostgreSQL, which could
 * not estimate how many rows the policy passes, now plans for many rows instead of very few.
 */
async function readOnce(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function "sees-every-account"() returns boolean language sql stable parallel safe
  return coalesce(current_setting('keyhold.account', true), '') = '*';
create function "seen-account"() returns uuid language sql stable parallel safe
  return nullif(nullif(current_setting('keyhold.account', true), '*'), '')::uuid;

do $$
declare secured text;
begin
  for secured in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' loop
    execute format('alter policy tenant on %I using ((select "sees-every-account"()) or %I = (select "seen-account"()))',
      secured, case secured when 'accounts' then 'id' else 'account-id' end);
  end loop;
end $$;
`)
    .execute(db);
}
