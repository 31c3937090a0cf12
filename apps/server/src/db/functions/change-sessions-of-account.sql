CREATE OR REPLACE FUNCTION public."change-sessions-of-account"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Those beyond are ended by the account's row.
  update sessions set version = version + 1 where id in (
    select id from sessions where "account-id" = new.id and "ended-on" is null limit 1000);
  return null;
end $function$;
