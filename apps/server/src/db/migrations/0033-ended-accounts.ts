import { type Kysely, sql } from 'kysely';

/**
 * An account that is deactivated or deleted with very many seats in use ends their leases at once by its own row: all that
 * began before `leases-ended-on` are over, as `leases-ended` says (reason, message, author). The sweep moves the seats in
 * chunks and clears both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table accounts add column "leases-ended-on" timestamptz, add column "leases-ended" jsonb;
create index "accounts-leases-ended" on accounts (id) where "leases-ended-on" is not null;
`)
    .execute(db);
}
