import { type Kysely, sql } from 'kysely';

/**
 * Finds people and licenses of all accounts without reading every search text. The statistics do not say how common a text
 * is among people or among licenses, so the planner read the whole table for a text that only the others have. A sample of
 * the table's pages says it: a common text is found in the sample itself; a rare one by the index of texts alone, without
 * the lists of all accounts; and one that is common among the others by both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function "found-anywhere"(kind text, pattern text, most integer) returns setof text language plpgsql stable
  security definer set search_path from current set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
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
end $$;
`)
    .execute(db);
}
