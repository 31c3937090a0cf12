import { type Kysely, sql } from 'kysely';

/** Finds people and licenses of all accounts by their search text, for provider staff alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function "found-anywhere"(kind text, pattern text, most integer) returns setof text language plpgsql stable
  security definer set search_path from current set plan_cache_mode = force_custom_plan as $$
begin
  if current_setting('keyhold.account', true) is distinct from '*' then
    raise insufficient_privilege using message = 'Only those who see every account search all.';
  end if;
  return query select id from "search-texts" where list like kind || ' %' and text like pattern limit most;
end $$;
revoke execute on function "found-anywhere" from public;
grant execute on function "found-anywhere" to keyhold_app;
`)
    .execute(db);
}
