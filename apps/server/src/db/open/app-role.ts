import pg from 'pg';
import { isDatabaseError } from '../errors.ts';
import { StartError } from '../start-error.ts';
import { queryRow } from './query-row.ts';

/**
 * Ensures that the role keyhold_app exists and that this connection's user may switch to it. Every request runs as that
 * role: it owns nothing, so row-level security applies to it, and it can only append to the audit log.
 *
 * @throws {StartError} with the statement for an administrator to run, when the user lacks the right.
 */
export async function ensureAppRole(client: pg.ClientBase): Promise<void> {
  if (await mayBecome(client)) return;
  // Roles belong to the whole server: another database on it may have created this one already.
  await attempt(client, 'create role keyhold_app nologin', '42501', '42710', '23505');
  const { user } = await queryRow<{ user: string }>(client, 'select current_user as user');
  const grant = `grant keyhold_app to ${pg.escapeIdentifier(user)}`;
  await attempt(client, grant, '42501', '42704');
  if (await mayBecome(client)) return;
  const exists = (await client.query("select 1 from pg_roles where rolname = 'keyhold_app'")).rows.length > 0;
  throw new StartError(
    `The user of DATABASE_URL may not ${exists ? 'act as' : 'create'} the role keyhold_app, as which Keyhold answers requests. Have an administrator of this PostgreSQL run: ${exists ? '' : 'create role keyhold_app nologin; '}${grant};`,
  );
}

async function mayBecome(client: pg.ClientBase): Promise<boolean> {
  const done = await attempt(client, 'set role keyhold_app', '42501', '22023');
  await client.query('reset role');
  return done;
}

/** Runs a statement; returns false when the database refuses it with one of these codes. */
async function attempt(client: pg.ClientBase, statement: string, ...refusals: string[]): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if (isDatabaseError(error) && refusals.includes(error.code)) return false;
    throw error;
  }
}
