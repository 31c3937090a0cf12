CREATE OR REPLACE FUNCTION public."free-email"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
declare seen text := current_setting('keyhold.account', true);
begin
  -- The person may belong to any account.
  perform set_config('keyhold.account', '*', true);
  if exists (select from accounts where cascading = 'deletion') then
    update users set "deleted-on" = accounts."cascaded-on" from accounts
    where accounts.id = users."account-id" and accounts.cascading = 'deletion'
      and users."folded-email" = fold(new.email) and users."deleted-on" is null and users.id <> new.id;
  end if;
  perform set_config('keyhold.account', coalesce(seen, ''), true);
  return new;
end $function$;
