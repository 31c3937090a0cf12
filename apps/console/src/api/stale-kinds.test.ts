import { expect, test } from 'vitest';
import { staleKinds } from './stale-kinds.ts';

test('the end of a service account makes stale what its other changes do, also directories', () => {
  const changed = staleKinds(['service-account']);
  expect(changed).toContain('directory');
  expect(staleKinds(['serviceAccount'])).toEqual(changed);
});

test('a kind that nothing else shows makes its own queries stale', () => {
  expect([...staleKinds(['session'])]).toEqual(['session']);
});
