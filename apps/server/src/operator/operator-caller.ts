import { userInfo } from 'node:os';
import { Failure } from '@keyhold/cli';
import type { Caller } from '../access/actor.ts';
import { type Database, inTransaction } from '../db/database.ts';
import type { Configuration } from '../start/configuration.ts';
import { installationOf } from '../start/first-start.ts';

/**
 * The operator who runs a command on this machine, as the caller for the audit log.
 *
 * @throws {Failure} when no server has used the database yet.
 */
export async function operatorCaller(db: Database, configuration: Configuration): Promise<Caller> {
  const row = await inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('installation').selectAll().executeTakeFirst(),
  );
  if (!row) throw new Failure('This database has not been used by a server yet. Start it once with: npm start');
  const origin = { requestId: '', address: '', userAgent: 'keyhold' };
  return { installation: installationOf(configuration, row), origin };
}

/** The system user who runs the command, for the audit log. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return String(process.getuid?.() ?? '');
  }
}
