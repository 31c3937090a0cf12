import { sql } from 'kysely';
import { type Database, inTransaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { revocation } from './lease-row.ts';

/** The columns of a lease that its followers need. */
export interface LeaseStateRow {
  readonly 'lease-id': string;
  readonly 'lease-state': 'active' | 'releasing' | 'offline';
  readonly epoch: number;
  /** Not expired. */
  readonly alive: boolean;
  readonly 'release-reason': string | null;
  readonly 'release-message': string | null;
  readonly 'release-by': string | null;
}

/** The existing leases among some ids. */
export function readLeaseStates(db: Database, ids: readonly string[]): Promise<LeaseStateRow[]> {
  return readWhere(db, sql`"lease-id" = any(${ids}::uuid[])`);
}

/** Every lease that is being released, by any node, and those whose release was recently not acknowledged in time. */
export function readReleasingLeases(db: Database): Promise<LeaseStateRow[]> {
  return readWhere(db, sql`"lease-state" = 'releasing' and "expires-at" > now() - interval '2 minutes'`);
}

function readWhere(db: Database, which: ReturnType<typeof sql>): Promise<LeaseStateRow[]> {
  return inTransaction(db, 'every account', async (tx) => {
    const { rows } = await sql<LeaseStateRow>`
      select "lease-id", case when revocation is null then "lease-state" else 'releasing' end as "lease-state", epoch,
        "expires-at" > now() as alive, coalesce("release-reason", revocation ->> 'reason') as "release-reason",
        coalesce("release-message", revocation ->> 'message') as "release-message",
        coalesce("release-by", revocation -> 'by' ->> 'rn') as "release-by"
      from licenses cross join lateral (select ${revocation} as revocation) as revoked where ${which}`.execute(tx);
    return rows;
  });
}

/** A message to the holder of a lease. */
export interface LeaseMessage {
  readonly 'lease-id': string;
  readonly message: string;
  readonly by: string;
}

/** Deletes and returns the queued messages of some leases, oldest first: only the node that deletes one delivers it. */
export async function takeMessages(db: Database, leases: readonly string[]): Promise<LeaseMessage[]> {
  const taken = await inTransaction(db, 'every account', (tx) =>
    tx
      .deleteFrom('lease-messages')
      .where('lease-id', '=', anyOf(leases))
      .returning(['created-on', 'lease-id', 'message', 'by'])
      .execute(),
  );
  return taken.sort((one, other) => one['created-on'].getTime() - other['created-on'].getTime());
}
