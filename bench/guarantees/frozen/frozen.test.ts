import { expect, it } from 'vitest';
import { runFrozen } from './frozen-run.ts';

it('an application stopped beyond its lease first sees that it holds nothing, while another one works', async () => {
  const { overslept, shortStops, violations } = await runFrozen({ clients: 4, lease: 15 });
  expect(violations).toEqual([]);
  expect([overslept, shortStops]).toEqual([3, 1]);
});
