import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../../../db/database.ts';
import { revocation } from '../../../records/seat-conditions.ts';

/** The columns of a lease that its followers need. */
export interface LeaseStateRow {
  readonly 'lease-id': string;
  /** `free` is a lease that has ended and whose release the seat still records. */
  readonly 'lease-state': 'free' | 'active' | 'releasing' | 'offline';
  readonly epoch: number | null;
  /** Not expired. */
  readonly alive: boolean;
  readonly 'release-reason': string | null;
  readonly 'release-message': string | null;
  readonly 'release-by': string | null;
  /** The end of the license, if it is at most 30 days away or past; null otherwise. */
  readonly 'ends-on': Date | null;
  readonly 'grace-days': number;
  /** The day by the database's clock, in UTC. */
  readonly today: string;
}

/** The days before a license's end from which its applications learn of it. */
const noticeDays = 30;
const today = sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today`;

/** Reads the leases with these ids: those that exist, and released ones that are their seat's last. */
export function readLeaseStates(db: Database, ids: readonly string[]): Promise<LeaseStateRow[]> {
  return inTransaction(db, 'every account', async (tx) => {
    const existing = await selectWhere(tx, sql`"lease-id" = any(${ids}::uuid[])`);
    const found = new Set(existing.map((row) => row['lease-id']));
    const ended = ids.filter((id) => !found.has(id));
    return ended.length === 0 ? existing : [...existing, ...(await selectReleased(tx, ended))];
  });
}

/** Reads the leases that any node is releasing, and those whose release was not acknowledged in time recently. */
export function readReleasingLeases(db: Database): Promise<LeaseStateRow[]> {
  const which = sql`"lease-state" = 'releasing' and "expires-at" > now() - interval '2 minutes'`;
  return inTransaction(db, 'every account', (tx) => selectWhere(tx, which));
}

async function selectWhere(tx: Transaction, which: ReturnType<typeof sql>): Promise<LeaseStateRow[]> {
  const { rows } = await sql<LeaseStateRow>`
    select "lease-id", case when revocation is null then "lease-state" else 'releasing' end as "lease-state", epoch,
      "expires-at" > now() as alive, coalesce("release-reason", revocation ->> 'reason') as "release-reason",
      coalesce("release-message", revocation ->> 'message') as "release-message",
      coalesce("release-by", revocation -> 'by' ->> 'rn') as "release-by",
      case when not "expiry-perpetual" and "expiry-date" <= now() + make_interval(days => ${sql.lit(noticeDays)})
        then "expiry-date" end as "ends-on", "grace-days", ${today}
    from licenses cross join lateral (select ${revocation} as revocation) as revoked where ${which}`.execute(tx);
  return rows;
}

async function selectReleased(tx: Transaction, ids: readonly string[]): Promise<LeaseStateRow[]> {
  const { rows } = await sql<LeaseStateRow>`
    select "previous-lease-id" as "lease-id", 'free' as "lease-state", null as epoch, false as alive,
      "previous-release" ->> 'reason' as "release-reason", "previous-release" ->> 'message' as "release-message",
      "previous-release" ->> 'by' as "release-by", null as "ends-on", 0 as "grace-days", ${today}
    from licenses where "previous-lease-id" = any(${ids}::uuid[]) and "previous-release" is not null`.execute(tx);
  return rows;
}
