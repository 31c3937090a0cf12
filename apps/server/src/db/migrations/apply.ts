import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isDatabaseError } from '../errors.ts';
import { kindOf } from './kinds.ts';

/** Migrations by name. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Maximum wait for a table lock, in milliseconds: other requests for the table queue behind it. */
const longestWait = 1_000;
/** Pause before a retry, in milliseconds, and the maximum number of retries. */
const pause = 500;
const attempts = 120;

/** PostgreSQL's 'lock_not_available' and 'deadlock_detected'. */
export const lockErrors: ReadonlySet<string> = new Set(['55P03', '40P01']);

/**
 * Applies all missing migrations to a database that is not in use, all or none of them.
 *
 * @throws the database's error, when a migration fails
 */
export async function applyAll(db: Kysely<unknown>, steps: Migrations): Promise<void> {
  await run(db, steps, false);
}

/**
 * Applies one migration to a database in use: completely or not at all, unless it is a `beside` migration, which
 * is repeated until it succeeds. Waits only briefly for a lock, because other transactions would queue behind it.
 *
 * @throws the database's error, when the migration fails, or a table is never free
 */
export async function applyOne(db: Kysely<unknown>, name: string, step: Migration): Promise<void> {
  const beside = kindOf(name) === 'beside';
  const briefly: Migration = {
    up: async (tx) => {
      if (!beside) await sql`select set_config('lock_timeout', ${String(longestWait)}, true)`.execute(tx);
      await step.up(tx);
    },
  };
  const known = Object.fromEntries((await appliedNames(db)).map((applied) => [applied, nothing]));
  for (let left = attempts; ; left -= 1) {
    try {
      return await run(db, { ...known, [name]: briefly }, beside);
    } catch (error) {
      if (left === 0 || !isDatabaseError(error) || !lockErrors.has(error.code)) throw error;
      await wait(pause);
    }
  }
}

const nothing: Migration = { up: async () => undefined };

/** The names of the applied migrations, in order. */
export async function appliedNames(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from public.kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function run(db: Kysely<unknown>, steps: Migrations, disableTransactions: boolean): Promise<void> {
  const provider = { getMigrations: async () => ({ ...steps }) };
  // Later migrations may be applied before a `contract` migration that waits for older servers.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest({ disableTransactions });
  if (error) throw error;
}
