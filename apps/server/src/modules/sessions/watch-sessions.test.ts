import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { createTestDatabase } from '../../../test/database/database.ts';
import { connect } from '../../db/database.ts';
import { createSessionWatch } from './watch-sessions.ts';

/** More than the delay between two polls, in milliseconds. */
const nextPoll = 1_500;

it('reports a session that has ended, and reads no more sessions after the server has stopped', async () => {
  const database = await createTestDatabase();
  const db = connect(database.connectionString, 1);
  const warned = vi.fn();
  const log = pino({ level: 'warn' }, { write: warned });
  const stopping = new AbortController();
  const end = vi.fn();
  createSessionWatch(db, log, stopping.signal).watch({ id: crypto.randomUUID() }, end);
  await vi.waitFor(() => expect(end).toHaveBeenCalled(), soon);
  stopping.abort();
  await db.destroy();
  await database.drop();
  await wait(nextPoll);
  expect(warned).not.toHaveBeenCalled();
});
