import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { finishUpgrade } from '../src/db/migrations/finish-upgrade.ts';
import { migrate, migrations } from '../src/db/migrations/migrate.ts';
import { databaseAddress, dropDatabase, execute } from './database.ts';

/**
 * A database as it was before a migration, which goes when the test has ended.
 *
 * @param step the name of the migration, or how it begins
 * @returns `query` sees and writes the rows of every account; `migrate` brings the database to today's schema, as servers do until nothing is left
 * @example
 * const { query, migrate } = await olderDatabase('0049');
 */
export async function olderDatabase(step: string) {
  const server = inject('databaseServer').connectionString;
  const name = `keyhold_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `create database ${name}`);
  onTestFinished(() => dropDatabase(server, name));
  const address = databaseAddress(server, name);
  await migrate(address, Object.fromEntries(Object.entries(migrations).filter(([earlier]) => earlier < step)));
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("set keyhold.account = '*'");
  return {
    address,
    query: async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await client.query(text, [...values])).rows,
    migrate: async () => {
      await migrate(address);
      await finishUpgrade(address);
    },
  };
}
