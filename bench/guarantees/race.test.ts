import { expect, it } from 'vitest';
import { runRace } from './race-run.ts';

it('of many who race for the last seat, over two servers, one gets it, and nobody is refused a free one', async () => {
  const { rounds, wins, violations } = await runRace({ rounds: 18, clients: 6 });
  expect(violations).toEqual([]);
  expect(Object.values(rounds)).toEqual([3, 3, 3, 3, 3, 3]);
  expect(wins).toBeGreaterThan(0);
});
