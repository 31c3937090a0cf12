import { applyOne } from './apply.ts';
import { migrations, missing, openForMigrations, readTableFiles, stepOf, vacuumLater } from './migrate.ts';
import { countOlderNodes } from './older-nodes.ts';

/** The remainder of an upgrade after {@link continueUpgrade}. */
interface PendingUpgrade {
  /** The names of migrations that have not run yet. */
  readonly migrations: readonly string[];
  /** The number of running servers of an older version, which `contract` migrations wait for. */
  readonly olderNodes: number;
}

/**
 * Runs the next migration that runs while servers work, if one may run: first `beside` migrations, then `contract`
 * migrations, which remove what only older servers need.
 *
 * @param mayContract whether no older server has been seen for long enough
 * @throws the database's error, when the migration fails
 */
export async function continueUpgrade(connectionString: string, mayContract: boolean): Promise<PendingUpgrade> {
  const { pool, db } = openForMigrations(connectionString);
  try {
    const client = await pool.connect();
    try {
      const [beside, contracting] = [
        await missing(db, migrations, 'beside'),
        await missing(db, migrations, 'contract'),
      ];
      const olderNodes = contracting[0] ? await countOlderNodes(client, contracting[0]) : 0;
      const next = beside[0] ?? (mayContract && olderNodes === 0 ? contracting[0] : undefined);
      const left = [...beside, ...contracting];
      // A former leader that has not noticed its loss yet may be running a migration.
      const turn = await client.query<{ free: boolean }>(
        `select pg_try_advisory_lock(hashtext('keyhold upgrade')) as free`,
      );
      if (next === undefined || !turn.rows[0]?.free) return { migrations: left, olderNodes };
      const before = await readTableFiles(client);
      await applyOne(db, next, stepOf(migrations, next));
      await vacuumLater(client, before);
      return { migrations: left.filter((name) => name !== next), olderNodes };
    } finally {
      // Closing the connection releases the lock.
      client.release(true);
    }
  } finally {
    await db.destroy();
  }
}

/** Runs the rest of an upgrade, in a database that no server uses. */
export async function finishUpgrade(connectionString: string): Promise<void> {
  for (let left = 1; left > 0; ) left = (await continueUpgrade(connectionString, true)).migrations.length;
}
