import { type Kysely, sql } from 'kysely';

/**
 * Who issued an activation key and whether it was mailed, when an account's keys ended all at once, and the mails with
 * links of the last hour by their recipient.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A key without an issuer that was not mailed is of an older server, or was printed at the first start.
alter table "activation-keys" add column mailed boolean not null default false, add column "issued-by" uuid;

alter table accounts add column "keys-ended-on" timestamptz;

create table "link-mails" (
  id bigint generated always as identity primary key,
  recipient text not null,
  kind text not null check (kind in ('invitation', 'reset')),
  "on" timestamptz not null default clock_timestamp()
);
create index "link-mails-by-recipient" on "link-mails" (recipient, "on");
grant select, insert, update, delete on "link-mails" to keyhold_app;

-- The policies of an issuer and of their roles; none once they may not sign in. Provider staff issue keys in accounts
-- whose own transactions do not see them.
create function "policies-of-issuer"(issuer uuid) returns jsonb language plpgsql set search_path from current as $$
declare
  visible text := current_setting('keyhold.account', true);
  found jsonb;
begin
  perform set_config('keyhold.account', '*', true);
  with holders as (
    select users.id, users.policies, "account-id" from users
      where users.id = issuer and users.status = 'Active' and users."deleted-on" is null
    union all
    select bearers.id, bearers.policies, "account-id" from "service-accounts" as bearers where bearers.id = issuer
  ), active as (
    select holders.* from holders join accounts on accounts.id = holders."account-id"
      where accounts.status <> 'Inactive' and accounts."deleted-on" is null
  ), held as (
    select "role-id" from "user-roles" join active on active.id = "user-id"
    union all
    select "role-id" from "service-account-roles" join active on active.id = "service-account-id"
  )
  select coalesce(jsonb_agg(policy), '[]') into found from (
    select jsonb_array_elements(policies) as policy from active
    union all
    select jsonb_array_elements(roles.policies) from roles join held on held."role-id" = roles.id
  ) as all_of_them;
  perform set_config('keyhold.account', coalesce(visible, ''), true);
  return found;
end $$;
`)
    .execute(db);
}
