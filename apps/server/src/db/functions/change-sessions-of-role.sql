CREATE OR REPLACE FUNCTION public."change-sessions-of-role"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions set version = version + 1
  where "user-id" in (select "user-id" from "user-roles" where "role-id" = new.id) and "ended-on" is null;
  return null;
end $function$;
