CREATE OR REPLACE FUNCTION public."end-name-twin"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new."name-twin" := 0;
  return new;
end $function$;
