import { randomBytes } from 'node:crypto';
import { Failure } from '@keyhold/cli';
import pg from 'pg';
import { isDatabaseError } from '../db/errors.ts';
import { withClient } from '../db/open/owner-client.ts';
import { queryRow } from '../db/open/query-row.ts';
import { type Restoration, type RestoreProgress, restore } from './restore.ts';

const prefix = 'keyhold_verify_';
const missingRight = '42501';

/**
 * Restores a backup into a scratch database on the installation's server, which checks rows, checksums, references and
 * audit logs, and drops that database. Scratch databases left by earlier verifications are dropped too.
 *
 * @param connectionString of the installation, without a pooler
 * @throws {Failure} when the backup cannot be restored, or the user may not create a database
 */
export async function verifyBackup(
  connectionString: string,
  file: string,
  onProgress?: RestoreProgress,
): Promise<Restoration> {
  return withClient(connectionString, async (client) => {
    await takeTurn(client);
    await dropAll(client);
    const name = `${prefix}${randomBytes(6).toString('hex')}`;
    await create(client, name);
    try {
      const restored = await restore(addressOf(connectionString, name), file, name, onProgress);
      await client.query('update upkeep set "backup-verified-on" = now()');
      return restored;
    } finally {
      await drop(client, name);
    }
  });
}

/** The address of another database on the same server. */
function addressOf(connectionString: string, database: string): string {
  return connectionString.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`);
}

async function takeTurn(client: pg.Client): Promise<void> {
  const { taken } = await queryRow<{ taken: boolean }>(
    client,
    "select pg_try_advisory_lock(hashtext('keyhold backup verify')) as taken",
  );
  if (!taken) throw new Failure('A backup of this database is being verified already. Wait until that has ended.');
}

async function create(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${name} encoding 'UTF8' template template0`);
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== missingRight) throw error;
    const { user } = await queryRow<{ user: string }>(client, 'select current_user as user');
    throw new Failure(
      `The user of DATABASE_URL may not make a database to try the backup in. Have an administrator run: alter role ${pg.escapeIdentifier(user)} createdb;`,
    );
  }
}

async function dropAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1) and pg_get_userbyid(datdba) = current_user',
    [prefix],
  );
  for (const { name } of rows) await drop(client, name);
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}
