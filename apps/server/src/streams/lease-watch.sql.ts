import { sql } from 'kysely';
import { type Database, inTransaction } from '../db/database.ts';

/** What a lease's row says to those who follow it. */
export interface LeaseStateRow {
  readonly 'lease-id': string;
  readonly 'lease-state': 'active' | 'releasing' | 'offline';
  readonly epoch: number;
  /** Its time has not run out. */
  readonly alive: boolean;
  readonly 'release-reason': string | null;
  readonly 'release-message': string | null;
  readonly 'release-by': string | null;
}

/** The leases of some ids that there are. */
export function readLeaseStates(db: Database, ids: readonly string[]): Promise<LeaseStateRow[]> {
  return readWhere(db, sql`"lease-id" = any(${ids}::uuid[])`);
}

/** Every lease that is being released, on whatever node, and those whose release nobody answered in time lately. */
export function readReleasingLeases(db: Database): Promise<LeaseStateRow[]> {
  return readWhere(db, sql`"lease-state" = 'releasing' and "expires-at" > now() - interval '2 minutes'`);
}

function readWhere(db: Database, which: ReturnType<typeof sql>): Promise<LeaseStateRow[]> {
  return inTransaction(db, 'every account', async (tx) => {
    const { rows } = await sql<LeaseStateRow>`
      select "lease-id", "lease-state", epoch, "expires-at" > now() as alive, "release-reason", "release-message", "release-by"
      from licenses where ${which}`.execute(tx);
    return rows;
  });
}

/** A message to the holder of a lease. */
export interface LeaseMessage {
  readonly 'lease-id': string;
  readonly message: string;
  readonly by: string;
}

/** Takes the messages that wait for some leases, oldest first: whoever takes one tells it, so that it is told once. */
export async function takeMessages(db: Database, leases: readonly string[]): Promise<LeaseMessage[]> {
  const taken = await inTransaction(db, 'every account', (tx) =>
    tx
      .deleteFrom('lease-messages')
      .where(sql<boolean>`"lease-id" = any(${leases}::uuid[])`)
      .returning(['created-on', 'lease-id', 'message', 'by'])
      .execute(),
  );
  return taken.sort((one, other) => one['created-on'].getTime() - other['created-on'].getTime());
}

/** Which of some sessions last. */
export async function readLiveSessions(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('sessions')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('ended-on', 'is', null)
      .where('expires-on', '>', sql<Date>`now()`)
      .execute(),
  );
  return new Set(rows.map((row) => row.id));
}
