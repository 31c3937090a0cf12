import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../src/database.ts';
import type { RoundTripDatabase } from '../src/internals.ts';

/** The tables of one test file, in a schema that is dropped at its end. */
export interface TestTables {
  /** Tests declare the types of rows themselves: this schema does not have them. */
  readonly db: RoundTripDatabase<Record<string, Record<string, unknown>>>;
  /** The same tables without this package. */
  readonly plain: pg.Pool;
  /** Another pool on the same tables. */
  readonly config: pg.PoolConfig;
  drop(): Promise<void>;
}

/** @param tables the SQL that creates them */
export async function createTestTables(tables: string): Promise<TestTables> {
  const name = `round_trip_${randomBytes(6).toString('hex')}`;
  const config = {
    connectionString: inject('databaseServer').connectionString,
    options: `-c search_path=${name}`,
    max: 4,
  };
  const plain = new pg.Pool(config);
  await plain.query(`create schema ${name}; ${tables}`);
  const db = openDatabase<Record<string, Record<string, unknown>>>(new pg.Pool(config));
  return {
    db,
    plain,
    config,
    async drop() {
      await db.destroy();
      await plain.query(`drop schema ${name} cascade`);
      await plain.end();
    },
  };
}
