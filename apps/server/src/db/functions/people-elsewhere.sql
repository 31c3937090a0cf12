CREATE OR REPLACE FUNCTION public."people-elsewhere"(domains text[], account uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
declare
  seen text := current_setting('keyhold.account', true);
  people integer;
begin
  perform set_config('keyhold.account', '*', true);
  select count(*) into people from users join accounts on accounts.id = users."account-id"
  where users."email-domain" = any(domains) and users."account-id" <> account
    and users."deleted-on" is null and accounts."deleted-on" is null;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
  return people;
end $function$;
