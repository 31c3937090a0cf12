import { expect, test } from '@playwright/test';
import { killOften } from '../../crash/rounds.ts';

test('acknowledged changes survive a killed server, and no process is left running', async () => {
  // The server checks for due events once a minute.
  test.setTimeout(300_000);
  const outcome = await killOften({ rounds: 3, databaseEvery: 3, firstStarts: 1, operatorEvery: 3, restores: false });
  expect(outcome).toMatchObject({ lost: [], auditFaults: [], failedStarts: [], orphans: [] });
  expect(outcome.restarts).toHaveLength(3);
  expect(outcome.acknowledged).toBeGreaterThan(10);
});
