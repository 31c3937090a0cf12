import { type Kysely, sql } from 'kysely';

/**
 * A session's version grows with every change of its user's rights. A node with a cached session only reads the
 * version: while it is unchanged, the cached data is valid. Triggers increase it, so that no operation can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table sessions add column version integer not null default 0;
create index "sessions-by-account" on sessions ("account-id") where "ended-on" is null;

create function "change-sessions-of-user"() returns trigger language plpgsql as $$
begin
  update sessions set version = version + 1 where "user-id" = new.id and "ended-on" is null;
  return null;
end $$;
create trigger "change-sessions" after update of "account-id", email, "first-name", "last-name", status, policies, "deleted-on" on users
  for each row when ((old."account-id", old.email, old."first-name", old."last-name", old.status, old.policies, old."deleted-on")
    is distinct from (new."account-id", new.email, new."first-name", new."last-name", new.status, new.policies, new."deleted-on"))
  execute function "change-sessions-of-user"();

create function "change-sessions-of-carrier"() returns trigger language plpgsql as $$
begin
  update sessions set version = version + 1 where "user-id" in (old."user-id", new."user-id") and "ended-on" is null;
  return null;
end $$;
create trigger "change-sessions" after insert or update or delete on "user-roles"
  for each row execute function "change-sessions-of-carrier"();

create function "change-sessions-of-role"() returns trigger language plpgsql as $$
begin
  update sessions set version = version + 1
  where "user-id" in (select "user-id" from "user-roles" where "role-id" = new.id) and "ended-on" is null;
  return null;
end $$;
create trigger "change-sessions" after update of policies on roles
  for each row when (old.policies is distinct from new.policies) execute function "change-sessions-of-role"();

create function "change-sessions-of-account"() returns trigger language plpgsql as $$
begin
  update sessions set version = version + 1 where "account-id" = new.id and "ended-on" is null;
  return null;
end $$;
create trigger "change-sessions" after update of status, "deleted-on" on accounts
  for each row when ((old.status, old."deleted-on") is distinct from (new.status, new."deleted-on"))
  execute function "change-sessions-of-account"();
`)
    .execute(db);
}
