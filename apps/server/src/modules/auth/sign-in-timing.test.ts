import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { addApp } from '../../../test/sign-in/factors.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const rounds = 40;

async function timeOf(email: string): Promise<number> {
  await inTransaction(test.services.db, 'every account', (tx) => sql`delete from attempts`.execute(tx));
  const began = performance.now();
  const reply = await test.as(null, 'POST /auth/v1/authorize', { username: email, password: 'not the password' });
  const took = performance.now() - began;
  expect(reply.status).toBe(401);
  return took;
}

/**
 * The probability that a sample of one is below a sample of the other (Mann and Whitney): one half when they cannot be
 * distinguished, regardless of the load of the machine.
 */
function chanceOfLess(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a < b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

describe('a failed sign-in', () => {
  it('takes as long for an unknown e-mail as for a known one, for one without a password, and for one with a second factor', async () => {
    const { acmeAdmin, acmeUser, birchUser } = test.people;
    await addApp(test, birchUser);
    const invited = 'invited@timing.example';
    await test.as(acmeAdmin, 'POST /iam/v1/users', {
      email: invited,
      'first-name': 'In',
      'last-name': 'Vited',
      'account-id': acmeAdmin.accountId,
    });
    const known: number[] = [];
    const unknown: number[] = [];
    const pending: number[] = [];
    const withFactor: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Interleaved, so that other load of the machine affects all alike.
      known.push(await timeOf(acmeUser.email));
      unknown.push(await timeOf(`nobody${round}@timing.example`));
      pending.push(await timeOf(invited));
      withFactor.push(await timeOf(birchUser.email));
    }
    for (const other of [unknown, pending, withFactor]) {
      expect(chanceOfLess(other, known)).toBeGreaterThan(0.2);
      expect(chanceOfLess(other, known)).toBeLessThan(0.8);
    }
  });
});
