import { type Kysely, sql } from 'kysely';

/**
 * A move of seats records its own consequences (`modules/leases/seat.ts`): a trigger no longer derives uses from
 * changed columns, and webhooks are queued for many events at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Servers of before go on for a while, and count on the trigger and on the function of before (0064 drops them). They call
-- themselves just 'keyhold'.
drop trigger "note-use" on licenses;
create trigger "note-use" after update of "lease-state", "freed-on" on licenses for each row
  when (current_setting('application_name') = 'keyhold') execute function "note-use"();

-- It runs for everyone whose change is an event, and reaches the provider's webhooks from any account: for as long as it
-- runs, it sees the rows of every account.
create function "queue-webhooks"(events jsonb) returns void language plpgsql volatile
  security definer set search_path from current as $$
declare
  seen text := current_setting('keyhold.account', true);
  queued uuid;
begin
  perform set_config('keyhold.account', '*', true);
  for queued in
    insert into "webhook-deliveries" ("account-id", "webhook-id", type, body)
    select webhooks."account-id", webhooks.id, event.type, json_build_object('type', event.type,
      'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', event.data)::text
    from jsonb_to_recordset(events) as event (account uuid, type text, data jsonb)
      join webhooks on webhooks."account-id" = event.account or webhooks."every-account"
      join accounts on accounts.id = webhooks."account-id"
    where webhooks.enabled and event.type = any(webhooks.events) and accounts."deleted-on" is null
    returning id
  loop
    perform "add-job"('deliver-webhook', json_build_object('id', queued), 'deliver-webhook ' || queued);
  end loop;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
end $$;
revoke execute on function "queue-webhooks"(jsonb) from public;
grant execute on function "queue-webhooks"(jsonb) to keyhold_app;
`)
    .execute(db);
}
