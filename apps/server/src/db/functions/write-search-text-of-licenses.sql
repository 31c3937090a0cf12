CREATE OR REPLACE FUNCTION public."write-search-text-of-licenses"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  new."search-text" := fold(new."id" || E'\n' || new."description" || E'\n' || new."order-reference" || E'\n' || new."type");
  return new;
end $function$;
