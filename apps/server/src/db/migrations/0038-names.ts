import { type Kysely, sql } from 'kysely';

/**
 * Names are stored in Unicode NFC and compared by case folding, so that names that look alike are equal. Existing rows
 * whose names have become equal are all kept: `name-twin` distinguishes them until they are renamed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Full case folding where it differs from lower case: final sigma, long s, sharp s.
create function "fold-name"(text) returns text language sql immutable strict parallel safe
  return replace(translate(lower(normalize($1, nfc) collate "und-x-icu"), 'ςſ', 'σs'), 'ß', 'ss');

create function "end-name-twin"() returns trigger language plpgsql as $$
begin
  new."name-twin" := 0;
  return new;
end $$;
`)
    .execute(db);
  for (const [table, within] of [
    ['accounts', ''],
    ['tags', '"account-id", '],
  ] as const) {
    await sql
      .raw(`
drop index "${table}-name-taken";
update ${table} set name = normalize(name, nfc) where name is not nfc normalized;
alter table ${table} add column "name-twin" integer not null default 0;
update ${table} set "name-twin" = twins.number
from (
  select id, row_number() over (partition by ${within} "fold-name"(name) order by "created-on", id) - 1 as number
  from ${table} where "deleted-on" is null
) as twins
where twins.id = ${table}.id and twins.number > 0;
create unique index "${table}-name-taken" on ${table} (${within} "fold-name"(name), "name-twin") where "deleted-on" is null;
create trigger "end-name-twin" before update of name on ${table}
  for each row when (new."name-twin" > 0 and "fold-name"(old.name) <> "fold-name"(new.name)) execute function "end-name-twin"();
`)
      .execute(db);
  }
}
