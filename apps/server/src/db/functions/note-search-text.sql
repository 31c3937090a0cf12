CREATE OR REPLACE FUNCTION public."note-search-text"()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET gin_pending_list_limit TO '64'
AS $function$
declare searched text := tg_argv[0];
begin
  if tg_op = 'DELETE' then
    delete from "search-texts" where id = old.id::text;
  else
    if tg_argv[0] <> 'accounts' then searched := searched || ' ' || new."account-id"; end if;
    insert into "search-texts" values (new.id::text, searched, new."search-text")
    on conflict (id) do update set list = excluded.list, text = excluded.text;
  end if;
  return null;
end $function$;
