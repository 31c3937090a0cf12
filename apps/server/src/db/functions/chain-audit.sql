CREATE OR REPLACE FUNCTION public."chain-audit"()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
declare head "audit-heads"%rowtype;
begin
  select * into head from "audit-heads" where "account-id" = new."account-id" for update;
  if not found then
    insert into "audit-heads" values (new."account-id", 0, '\x') on conflict do nothing;
    select * into head from "audit-heads" where "account-id" = new."account-id" for update;
  end if;
  new.seq := head.seq + 1;
  new."on" := clock_timestamp();
  new.previous := head.hash;
  new.hash := "audit-hash"(new);
  update "audit-heads" set seq = new.seq, hash = new.hash where "account-id" = new."account-id";
  return new;
end $function$;
