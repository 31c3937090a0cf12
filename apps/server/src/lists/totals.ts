import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

declare module '../services.ts' {
  interface Services {
    /** Caches the lengths of lists. */
    readonly totals: Totals;
  }
}

/** A list of an account whose membership has a version (migration 0035). */
interface VersionedList {
  readonly kind: 'users' | 'licenses' | 'addon-licenses';
  readonly account: string;
}

/** The totals of lists, cached by this node. */
export interface Totals {
  /**
   * Returns the total of a list without filters. The database confirms a cached total by the list's version, in the
   * same round trip as other queries of the same turn; otherwise the list is counted.
   */
  read(tx: Transaction, list: VersionedList): Promise<number>;
}

/** The maximum number of cached totals; the one counted the longest ago is evicted first. */
const maxCached = 10_000;

export function createTotals(): Totals {
  const cache = new Map<string, Counted>();
  return {
    async read(tx, list) {
      const key = `${list.kind} ${list.account}`;
      const cached = cache.get(key);
      if (cached && cached.version === (await readVersion(tx, list))) return cached.total;
      const counted = await count(tx, list);
      cache.delete(key);
      cache.set(key, counted);
      const [oldest] = cache.keys();
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
      return counted.total;
    },
  };
}

interface Counted {
  readonly total: number;
  /** Null before the list has changed for the first time. */
  readonly version: string | null;
}

async function readVersion(tx: Transaction, list: VersionedList): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`select ${versionOf(list)} as version`.execute(tx);
  return rows[0]?.version ?? null;
}

/** Counts in one statement, so that total and version come from the same snapshot. */
async function count(tx: Transaction, list: VersionedList): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*)::int as total, ${versionOf(list)} as version from ${sql.table(list.kind)}
    where "account-id" = ${list.account} and "deleted-on" is null`.execute(tx);
  return rows[0] ?? { total: 0, version: null };
}

function versionOf({ kind, account }: VersionedList): RawBuilder<string | null> {
  return sql`(select version::text from "list-versions" where "account-id" = ${account} and list = ${kind})`;
}
