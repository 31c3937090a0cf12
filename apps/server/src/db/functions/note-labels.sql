CREATE OR REPLACE FUNCTION public."note-labels"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update users set labels = labels || (to_jsonb(new) ->> tg_argv[0])::uuid where id = new."user-id";
  else
    update users set labels = array_remove(labels, (to_jsonb(old) ->> tg_argv[0])::uuid) where id = old."user-id";
  end if;
  return null;
end $function$;
