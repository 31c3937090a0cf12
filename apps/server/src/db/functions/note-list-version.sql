CREATE OR REPLACE FUNCTION public."note-list-version"()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
declare
  account uuid;
  accounts uuid[] := case tg_op when 'INSERT' then array[new."account-id"] when 'DELETE' then array[old."account-id"]
    else array[least(old."account-id", new."account-id"), greatest(old."account-id", new."account-id")] end;
begin
  foreach account in array accounts loop
    continue when exists (select from "list-versions"
      where "account-id" = account and list = tg_argv[0] and version = pg_current_xact_id());
    update "list-versions" set version = pg_current_xact_id() where "account-id" = account and list = tg_argv[0];
    if not found then
      insert into "list-versions" values (account, tg_argv[0], pg_current_xact_id())
      on conflict ("account-id", list) do update set version = excluded.version;
    end if;
  end loop;
  return null;
end $function$;
