CREATE OR REPLACE FUNCTION public."found-anywhere"(kind text, pattern text, most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if current_setting('keyhold.account', true) is distinct from '*' then
    raise insufficient_privilege using message = 'Only those who see every account search all.';
  end if;
  return query select id from "search-texts" where list like kind || ' %' and text like pattern limit most;
end $function$;
