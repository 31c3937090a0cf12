CREATE OR REPLACE FUNCTION public."change-tokens-of-account"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update "service-account-tokens" set version = version + 1 where "account-id" = new.id;
  return null;
end $function$;
