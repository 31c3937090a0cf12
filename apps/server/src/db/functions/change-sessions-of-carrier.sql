CREATE OR REPLACE FUNCTION public."change-sessions-of-carrier"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions set version = version + 1 where "user-id" in (old."user-id", new."user-id") and "ended-on" is null;
  return null;
end $function$;
