import { userInfo } from 'node:os';
import { Failure } from '@keyhold/cli';
import type { Caller } from '../access/actor.ts';
import { connect, type Database, inTransaction } from '../db/database.ts';
import type { Configuration } from '../start/configuration.ts';
import { installationOf } from '../start/first-start.ts';

/**
 * Runs work on the database of an installation. The caller, for the audit log, is the operator who runs the command.
 *
 * @throws {Failure} when no server has used the database yet.
 */
export async function asOperator<Result>(
  connectionString: string,
  configuration: Configuration,
  work: (db: Database, caller: Caller) => Promise<Result>,
): Promise<Result> {
  const db = connect(connectionString, 1);
  try {
    const row = await inTransaction(db, 'every account', (tx) =>
      tx.selectFrom('installation').selectAll().executeTakeFirst(),
    );
    if (!row) throw new Failure('No server has used this database yet. Start one once with: npm start');
    const origin = { requestId: '', address: '', userAgent: 'keyhold' };
    return await work(db, { installation: installationOf(configuration, row), origin });
  } finally {
    await db.destroy();
  }
}

/** The system user who runs the command, for the audit log. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user id without a name.
    return String(process.getuid?.() ?? '');
  }
}
