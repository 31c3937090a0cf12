CREATE OR REPLACE FUNCTION public."write-search-text-of-accounts"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  new."search-text" := fold(new."name" || E'\n' || new."customer-number" || E'\n' || new."description" || E'\n' || new."status");
  return new;
end $function$;
