import { runMigrations as migrateJobs } from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import * as foundation from './migrations/0001-foundation.ts';
import * as leases from './migrations/0002-leases.ts';
import * as rootKey from './migrations/0003-root-key.ts';
import * as idempotency from './migrations/0004-idempotency.ts';

/** The migrations, oldest first. A released one is never changed: the next one corrects it. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-leases': leases,
  '0003-root-key': rootKey,
  '0004-idempotency': idempotency,
};

/**
 * Brings a database to the current schema. Nodes that start together take turns by an advisory lock, and each migration
 * happens whole or not at all.
 *
 * @throws {Error} the database's own error, when a migration cannot be carried out.
 */
export async function migrate(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // A connection lost between two queries is reported by the next of them.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrateJobs({ pgPool: pool });
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}
