CREATE OR REPLACE FUNCTION public."write-search-text-of-addon-licenses"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  new."search-text" := fold(new."id" || E'\n' || new."order-reference" || E'\n' || new."type");
  return new;
end $function$;
