import { type Kysely, sql } from 'kysely';

/** Drops what only servers of version 1.0 use: see 0032 and 0053. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop trigger if exists "note-use" on licenses;
drop function if exists "note-use"();
drop function if exists "queue-webhooks"(uuid, text, jsonb);

drop trigger if exists "note-caller" on "idempotency-keys";
drop function if exists "note-caller"();
-- With the primary key that it is part of.
alter table "idempotency-keys" drop column if exists "user-id";
do $$ begin
  if to_regclass('"idempotency-keys-of-caller"') is not null then
    alter table "idempotency-keys" add primary key using index "idempotency-keys-of-caller";
  end if;
end $$;
`)
    .execute(db);
}
