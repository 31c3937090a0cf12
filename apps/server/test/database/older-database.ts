import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { finishUpgrade } from '../../src/db/migrations/finish-upgrade.ts';
import { migrate, migrations } from '../../src/db/migrations/migrate.ts';
import { databaseAddress, dropDatabase, execute } from './database.ts';

/**
 * Creates a database with the schema before a migration; it is dropped after the test.
 *
 * @param step the name of the migration, or its beginning
 * @returns `query` sees and writes the rows of every account; `migrate` upgrades the database to the current schema, as
 * servers do, until no migration is left
 * @example
 * const { query, migrate } = await olderDatabase('0049');
 */
export async function olderDatabase(step: string) {
  const server = inject('databaseServer').connectionString;
  const name = `keyhold_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `create database ${name} strategy file_copy`);
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
