import { type Kysely, sql } from 'kysely';

/**
 * A lease belongs to the session that consumed it. The column refers to no table: sessions are purged before licenses, and a
 * lease of before gets its session with its next heartbeat. By the second index the sweep finds sessions that have expired,
 * by nothing that their use changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table licenses add column "session-id" uuid;
create index "licenses-by-session" on licenses ("session-id") where "lease-state" = 'active';
create index "sessions-by-end" on sessions ("expires-on") where "ended-on" is null;
`)
    .execute(db);
}
