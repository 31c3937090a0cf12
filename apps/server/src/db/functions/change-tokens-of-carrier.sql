CREATE OR REPLACE FUNCTION public."change-tokens-of-carrier"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update "service-account-tokens" set version = version + 1
  where "service-account-id" in (old."service-account-id", new."service-account-id");
  return null;
end $function$;
