CREATE OR REPLACE FUNCTION public."change-sessions-of-application"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions set version = version + 1 where "application-id" = new.id and "ended-on" is null;
  return null;
end $function$;
