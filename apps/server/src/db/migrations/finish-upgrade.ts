import { applyOne, type Migrations } from './apply.ts';
import { migrations, missing, openForMigrations, readTableFiles, stepOf, vacuumLater } from './migrate.ts';
import { countOlderNodes } from './older-nodes.ts';

/** What an upgrade still has to do, after {@link continueUpgrade} has done some of it. */
export interface LeftOfUpgrade {
  /** The names of migrations that have not run yet. */
  readonly migrations: readonly string[];
  /** How many servers of an older version still run, which some of them wait for. */
  readonly olderNodes: number;
}

/**
 * Runs the next of the migrations that run while servers work, if one may: first those beside them, then those that take away
 * what only servers of an older version need.
 *
 * @param mayContract whether no such server has been seen for long enough
 * @throws the database's error, when the migration fails
 */
export async function continueUpgrade(
  connectionString: string,
  mayContract: boolean,
  steps: Migrations = migrations,
): Promise<LeftOfUpgrade> {
  const { pool, db } = openForMigrations(connectionString);
  try {
    const client = await pool.connect();
    try {
      const [beside, contracting] = [await missing(db, steps, 'beside'), await missing(db, steps, 'contract')];
      const olderNodes = contracting[0] ? await countOlderNodes(client, contracting[0]) : 0;
      const next = beside[0] ?? (mayContract && olderNodes === 0 ? contracting[0] : undefined);
      const left = [...beside, ...contracting];
      // Another server may be at it, which was the leader and does not know yet that it is not.
      const turn = await client.query<{ free: boolean }>(
        `select pg_try_advisory_lock(hashtext('keyhold upgrade')) as free`,
      );
      if (next === undefined || !turn.rows[0]?.free) return { migrations: left, olderNodes };
      const before = await readTableFiles(client);
      await applyOne(db, next, stepOf(steps, next));
      await vacuumLater(client, before);
      return { migrations: left.filter((name) => name !== next), olderNodes };
    } finally {
      // Closed, so that the lock goes with it.
      client.release(true);
    }
  } finally {
    await db.destroy();
  }
}

/** Runs all that is left of an upgrade, in a database that no server works on. */
export async function finishUpgrade(connectionString: string): Promise<void> {
  for (let left = 1; left > 0; ) left = (await continueUpgrade(connectionString, true)).migrations.length;
}
