import { type Kysely, sql } from 'kysely';

/**
 * Clears the private keys that are sealed, now and whenever one is sealed later. The job `finish-upgrade` seals them before. A key
 * that is not sealed, because the installation has no key for secrets, stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function "clear-sealed-key"() returns trigger language plpgsql as $$
begin
  new."private-key" := null;
  return new;
end $$;
create trigger "clear-sealed-key" before insert or update on "signing-keys"
  for each row when (new."private-key-secret" is not null) execute function "clear-sealed-key"();
create trigger "clear-sealed-key" before insert or update on "root-key"
  for each row when (new."private-key-secret" is not null) execute function "clear-sealed-key"();
update "signing-keys" set "private-key" = null where "private-key-secret" is not null;
update "signing-keys" set "private-key" = null, "private-key-secret" = null where "retired-on" is not null;
update "root-key" set "private-key" = null where "private-key-secret" is not null;
`)
    .execute(db);
}
