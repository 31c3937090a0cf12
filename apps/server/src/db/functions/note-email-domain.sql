CREATE OR REPLACE FUNCTION public."note-email-domain"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new."email-domain" := regexp_replace(fold(new.email), '^.*@', '');
  return new;
end $function$;
