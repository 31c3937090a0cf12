import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';
import { type HourlyUse, hourlyUse } from './hourly-use.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const start = Date.parse('2026-01-05T22:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const hours = 4;

/** One use, in minutes from the start of the first hour; it may be before that hour or after the last. */
interface Use {
  readonly license: string;
  readonly user: string;
  readonly product: string;
  readonly begins: number;
  readonly ends: number;
}

const people = Array.from({ length: 3 }, (_, index) => `0198c0de-0000-7000-8000-00000000000${index}`);
/** Uses that begin and end on quarter hours, so that many do so at the same moment. */
const use = fc
  .record({
    license: fc.constantFrom('A', 'B', 'C', 'D'),
    user: fc.constantFrom(...people),
    begins: fc.integer({ min: -4, max: hours * 4 + 4 }).map((quarter) => quarter * 15),
    length: fc.constantFrom(0, 15, 30, 60, 90, 400),
  })
  .map(({ license, user, begins, length }): Use => {
    return { license, user, product: license < 'C' ? 'one' : 'two', begins, ends: begins + length };
  });

/** The expected result, by counting the uses that cover each minute. */
function counted(uses: readonly Use[]) {
  const expected = [];
  for (const product of ['one', 'two']) {
    for (let index = 0; index < hours; index += 1) {
      const [from, to] = [index * 60, (index + 1) * 60];
      const mine = uses.filter((one) => one.product === product);
      const touching = mine.filter((one) => one.begins < to && (one.ends > from || one.begins >= from));
      if (touching.length === 0) continue;
      const levels = Array.from(
        { length: 60 },
        (_, at) => mine.filter((one) => one.begins <= from + at && one.ends > from + at).length,
      );
      expected.push({
        product,
        hour: start + index * hour,
        peak: Math.max(...levels),
        seconds: levels.reduce((sum, level) => sum + level * 60, 0),
        uses: mine.filter((one) => one.begins >= from && one.begins < to).length,
        users: new Set(touching.map((one) => one.user)).size,
      });
    }
  }
  return expected;
}

async function summedUp(uses: readonly Use[]) {
  return inTransaction(test.services.db, 'every account', async (tx) => {
    await tx.deleteFrom('license-uses').execute();
    const rows = uses.map(({ license, user, product, begins, ends }) => ({
      'account-id': test.accounts.acme,
      'product-id': product,
      'license-id': license,
      'user-id': user,
      'started-on': new Date(start + begins * minute),
      'ended-on': new Date(start + ends * minute),
      ending: 'returned' as const,
    }));
    if (rows.length > 0) await tx.insertInto('license-uses').values(rows).execute();
    const query = hourlyUse(new Date(start), new Date(start + hours * hour), test.accounts.acme);
    const found = await sql<HourlyUse>`${query} order by "product-id", hour`.execute(tx);
    return found.rows.map((row) => ({
      product: row['product-id'],
      hour: row.hour.getTime(),
      peak: row.peak,
      seconds: row.seconds,
      uses: row.uses,
      users: row.users,
    }));
  });
}

it('computes the same peaks, seconds, uses and users as counting minute by minute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(use, { maxLength: 12 }), async (uses) => {
      expect(await summedUp(uses)).toEqual(counted(uses));
    }),
    { numRuns: 150 },
  );
});
