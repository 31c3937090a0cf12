CREATE OR REPLACE FUNCTION public."queue-webhooks"(events jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
declare
  seen text := current_setting('keyhold.account', true);
  queued uuid;
begin
  perform set_config('keyhold.account', '*', true);
  if exists (
    select from webhooks where enabled
      and ("every-account" or "account-id"::text in (select event ->> 'account' from jsonb_array_elements("queue-webhooks".events) as event)))
  then
    for queued in
      insert into "webhook-deliveries" ("account-id", "webhook-id", type, body)
      select webhooks."account-id", webhooks.id, event.type, json_build_object('type', event.type,
        'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', event.data)::text
      from jsonb_to_recordset(events) as event (account uuid, type text, data jsonb)
        join webhooks on webhooks."account-id" = event.account or webhooks."every-account"
        join accounts on accounts.id = webhooks."account-id"
      where webhooks.enabled and event.type = any(webhooks.events) and accounts."deleted-on" is null
      for key share of webhooks
      returning id
    loop
      perform "add-job"('deliver-webhook', json_build_object('id', queued), 'deliver-webhook ' || queued);
    end loop;
  end if;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
end $function$;
