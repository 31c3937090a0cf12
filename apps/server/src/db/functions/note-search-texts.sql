CREATE OR REPLACE FUNCTION public."note-search-texts"()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET gin_pending_list_limit TO '64'
AS $function$
declare
  "are-many" boolean := 50 < (select count(*) from (select from added limit 51) as first);
begin
  -- Until the end of the function.
  if "are-many" then perform set_config('gin_pending_list_limit', '16384', true); end if;
  insert into "search-texts" select id::text, tg_argv[0] || ' ' || "account-id", "search-text" from added
  on conflict (id) do update set list = excluded.list, text = excluded.text;
  if "are-many" then perform gin_clean_pending_list('"search-texts-found"'); end if;
  return null;
end $function$;
