CREATE OR REPLACE FUNCTION public."found-anywhere"(kind text, pattern text, most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  pages constant double precision := pg_relation_size('"search-texts"') / current_setting('block_size')::integer;
  share constant real := least(100, 100 * 300 / greatest(pages, 1));
  common constant integer := 200;
  matching integer;
  found text[];
begin
  if current_setting('keyhold.account', true) is distinct from '*' then
    raise insufficient_privilege using message = 'Only those who see every account search all.';
  end if;
  select count(*), (array_agg(id) filter (where split_part(list, ' ', 1) = kind))[1:most] into matching, found
    from "search-texts" tablesample system (share) repeatable (0) where text like pattern;
  if cardinality(found) = most then
    return query select unnest(found);
  elsif matching < common then
    return query select id from "search-texts" where text like pattern and split_part(list, ' ', 1) = kind limit most;
  else
    return query select id from "search-texts" where list like kind || ' %' and text like pattern limit most;
  end if;
end $function$;
