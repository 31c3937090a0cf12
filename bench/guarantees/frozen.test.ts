import { expect, it } from 'vitest';
import { runFrozen } from './frozen-run.ts';

it('an application that was stopped past its lease sees first that it holds nothing, while somebody else works', async () => {
  const { overslept, shortStops, violations } = await runFrozen({ clients: 4, lease: 15 });
  expect(violations).toEqual([]);
  expect([overslept, shortStops]).toEqual([3, 1]);
});
