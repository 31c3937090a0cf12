import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { waitingForLocks } from '../../test/database/lock-waits.ts';
import { openRival } from '../../test/database/rival.ts';
import { readConfiguration } from './configuration.ts';
import { greet } from './greet.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const roleOfRoots = `select from roles where name = 'Root Administrator' for update`;

it('prints the address, and a warning in the log, when the database dies meanwhile: the server works already', async () => {
  const configuration = readConfiguration(['--no-demo'], {});
  if (!configuration) throw new Error('There is no configuration.');
  const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const warn = vi.fn();
  const rival = await openRival(test);
  await rival.query('begin');
  await rival.query(roleOfRoots);
  const greeted = greet(configuration, test.services, { warn });
  greeted.catch(() => undefined);
  await waitingForLocks(test);
  await rival.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  await greeted;
  await rival.close();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.stringContaining('cannot be read'));
  expect(printed.mock.calls).toEqual([['Keyhold is ready at http://localhost:8080']]);
  printed.mockRestore();
});
