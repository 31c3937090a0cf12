CREATE OR REPLACE FUNCTION public."found-in-list"(kind text, account uuid, pattern text, most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare seen text := current_setting('keyhold.account', true);
begin
  if coalesce(seen, '') = '' then
    raise insufficient_privilege using message = 'No account was named.';
  end if;
  if seen <> '*' and account::text is distinct from seen then return; end if;
  return query select id from "search-texts"
    where list = kind || coalesce(' ' || account, '') and text like pattern limit most + 1;
end $function$;
