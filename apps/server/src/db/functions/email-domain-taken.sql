CREATE OR REPLACE FUNCTION public."email-domain-taken"(domain text, account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
declare
  seen text := current_setting('keyhold.account', true);
  taken boolean;
begin
  perform set_config('keyhold.account', '*', true);
  taken := exists (
    select from "connection-domains" join accounts on accounts.id = "connection-domains"."account-id"
    where "connection-domains".name = domain and "verified-on" is not null
      and accounts.id <> account and accounts."deleted-on" is null);
  perform set_config('keyhold.account', coalesce(seen, ''), true);
  return taken;
end $function$;
