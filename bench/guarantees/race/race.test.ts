import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../apps/server/test/database/database.ts';
import { type Bed, openBed } from '../../bed/bed.ts';
import { runRace } from './race-run.ts';

let database: TestDatabase;
let bed: Bed;
beforeAll(async () => {
  database = await createTestDatabase();
  bed = await openBed({ nodes: 2, database: database.connectionString });
});
afterAll(async () => {
  await bed.close();
  await database.drop();
});

it('one of many clients racing for the last seat over two servers gets it, and none is refused a free seat', async () => {
  const { rounds, wins, violations } = await runRace(bed, { rounds: 18, clients: 6 });
  expect(violations).toEqual([]);
  expect(Object.values(rounds)).toEqual([3, 3, 3, 3, 3, 3]);
  expect(wins).toBeGreaterThan(0);
});
