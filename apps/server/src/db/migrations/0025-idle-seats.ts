import { type Kysely, sql } from 'kysely';

/**
 * A request for a seat finds one by an index, however many are free: `policies-kind` separates licenses with different
 * policies, and within each kind the seat that was free the longest comes first. A heartbeat changes no column of these
 * indexes. A lapsed seat is included as soon as the lapse is recorded (`freed-on`). Two columns show which users a
 * license's policies may allow, so that the policies, which are JSON, are read for few licenses only.
 *
 * Writers of an account's audit log queue for its head row. Trying to insert the head first made each of them wait for
 * the current writer, and woke all of them whenever one finished.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function "people-named"(policies jsonb) returns text[] language sql immutable parallel safe
  return array(select jsonb_array_elements_text(jsonb_path_query_array(policies, '$[*].statements[*].principals[*].id')));
alter table licenses
  add column "policies-kind" bigint not null generated always as (jsonb_hash_extended(policies, 0)) stored,
  add column "by-conditions" boolean not null
    generated always as (jsonb_path_exists(policies, '$[*].statements[*].conditions[*]')) stored,
  add column "by-name" text[] not null generated always as ("people-named"(policies)) stored;
create index "licenses-idle" on licenses ("account-id", "product-id", "policies-kind", (coalesce("freed-on", "created-on")), id)
  where "deleted-on" is null and status = 'Active' and ("lease-state" = 'free' or "freed-on" is not null);
create index "licenses-idle-by-device" on licenses ("account-id", "product-id", "last-device-id")
  where "last-device-id" is not null and "deleted-on" is null and status = 'Active' and ("lease-state" = 'free' or "freed-on" is not null);

create or replace function "chain-audit"() returns trigger language plpgsql security definer set search_path from current as $$
declare head "audit-heads"%rowtype;
begin
  select * into head from "audit-heads" where "account-id" = new."account-id" for update;
  if not found then
    insert into "audit-heads" values (new."account-id", 0, '\\x') on conflict do nothing;
    select * into head from "audit-heads" where "account-id" = new."account-id" for update;
  end if;
  new.seq := head.seq + 1;
  new."on" := clock_timestamp();
  new.previous := head.hash;
  new.hash := "audit-hash"(new);
  update "audit-heads" set seq = new.seq, hash = new.hash where "account-id" = new."account-id";
  return new;
end $$;
`)
    .execute(db);
}
