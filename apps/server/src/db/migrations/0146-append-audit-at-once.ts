import { type Kysely, sql } from 'kysely';

/** Inserts the entries that are appended together by one statement, once they are chained: one for each took half of the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function "append-audit"(entries jsonb, author jsonb, address text, "request-id" text) returns void language plpgsql
  security definer set search_path from current as $$
declare
  head "audit-heads"%rowtype;
  entry audit%rowtype;
  change record;
  chained audit[];
begin
  for change in select * from jsonb_to_recordset(entries)
    as change (account uuid, action text, resource text, before jsonb, after jsonb)
  loop
    if head."account-id" is distinct from change.account then
      if not ("sees-every-account"() or change.account is not distinct from "seen-account"()) then
        raise insufficient_privilege using message = 'An entry is of an account that is not seen.';
      end if;
      update "audit-heads" set seq = head.seq, hash = head.hash where "account-id" = head."account-id";
      select * into head from "audit-heads" where "account-id" = change.account for update;
      if not found then
        insert into "audit-heads" values (change.account, 0, '\\x') on conflict do nothing;
        select * into head from "audit-heads" where "account-id" = change.account for update;
      end if;
    end if;
    entry."account-id" := change.account;
    entry.seq := head.seq + 1;
    entry."on" := clock_timestamp();
    entry.actor := author;
    entry.action := change.action;
    entry.resource := change.resource;
    entry.before := change.before;
    entry.after := change.after;
    entry.address := "append-audit".address;
    entry."request-id" := "append-audit"."request-id";
    entry.previous := head.hash;
    entry.hash := "audit-hash"(entry);
    chained := chained || entry;
    head.seq := entry.seq;
    head.hash := entry.hash;
  end loop;
  insert into audit ("account-id", seq, "on", actor, action, resource, before, after, address, "request-id", previous, hash)
  select one."account-id", one.seq, one."on", one.actor, one.action, one.resource, one.before, one.after, one.address,
    one."request-id", one.previous, one.hash from unnest(chained) as one;
  update "audit-heads" set seq = head.seq, hash = head.hash where "account-id" = head."account-id";
end $$;
`)
    .execute(db);
}
