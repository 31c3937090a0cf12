CREATE OR REPLACE FUNCTION public."change-tokens-of-service-account"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update "service-account-tokens" set version = version + 1 where "service-account-id" = new.id;
  return null;
end $function$;
