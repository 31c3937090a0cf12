CREATE OR REPLACE FUNCTION public."fill-search-texts"()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into "search-texts" select id::text, 'accounts', "search-text" from accounts;
  insert into "search-texts" select id::text, 'users ' || "account-id", "search-text" from users;
  insert into "search-texts" select id, 'licenses ' || "account-id", "search-text" from licenses;
  insert into "search-texts" select id, 'addon-licenses ' || "account-id", "search-text" from "addon-licenses";
$function$;
