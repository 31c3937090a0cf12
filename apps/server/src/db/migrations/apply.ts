import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isDatabaseError } from '../errors.ts';
import { kindOf } from './kinds.ts';

/** Migrations by name. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Longest wait for a table, in milliseconds: whatever else wants it waits behind. */
const longestWait = 1_000;
/** Pause before another attempt, in milliseconds, and how many there are. */
const pause = 500;
const attempts = 120;

/** The codes of a lock that was not to be had in time, and of a deadlock. */
const taken: ReadonlySet<string> = new Set(['55P03', '40P01']);

/**
 * Applies all migrations that are missing to a database that nobody works on, whole or not at all.
 *
 * @throws the database's error, when one fails
 */
export async function applyAll(db: Kysely<unknown>, steps: Migrations): Promise<void> {
  await run(db, steps, false);
}

/**
 * Applies one migration to a database that servers work on: whole or not at all, unless it runs beside them, which is
 * repeated until it succeeds. It waits for nobody's transaction for long, because everybody would wait behind it.
 *
 * @throws the database's error, when it fails, or a table is never free
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
      if (left === 0 || !isDatabaseError(error) || !taken.has(error.code)) throw error;
      await wait(pause);
    }
  }
}

const nothing: Migration = { up: async () => undefined };

/** The names of the migrations that a database has, in their order. */
export async function appliedNames(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from public.kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function run(db: Kysely<unknown>, steps: Migrations, disableTransactions: boolean): Promise<void> {
  const provider = { getMigrations: async () => ({ ...steps }) };
  // One that waits for older servers may be followed by later ones.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest({ disableTransactions });
  if (error) throw error;
}
