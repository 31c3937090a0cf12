CREATE OR REPLACE FUNCTION public."change-tokens-of-role"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update "service-account-tokens" set version = version + 1
  where "service-account-id" in (select "service-account-id" from "service-account-roles" where "role-id" = new.id);
  return null;
end $function$;
