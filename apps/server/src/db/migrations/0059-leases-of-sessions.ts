import { type Kysely, sql } from 'kysely';

/**
 * A lease belongs to the session that consumed it. The column is no foreign key: sessions are purged before licenses,
 * and an existing lease gets its session with its next heartbeat. The sweep finds expired sessions by the second index,
 * whose columns do not change when a session is used.
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
