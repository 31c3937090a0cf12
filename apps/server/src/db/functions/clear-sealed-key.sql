CREATE OR REPLACE FUNCTION public."clear-sealed-key"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new."private-key" := null;
  return new;
end $function$;
