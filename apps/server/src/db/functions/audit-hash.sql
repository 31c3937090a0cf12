CREATE OR REPLACE FUNCTION public."audit-hash"(entry audit)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select sha256(entry.previous || convert_to(jsonb_build_array(entry."account-id", entry.seq, extract(epoch from entry."on"), entry.actor, entry.action,
    entry.resource, entry.before, entry.after, entry.address, entry."request-id")::text, 'UTF8'))
$function$;
