import { expect, test } from 'vitest';
import { staleKinds } from './kinds.ts';

test('a change of service accounts makes directories stale', () => {
  expect(staleKinds(['service-account'])).toContain('directory');
});

test('invalidates only the own queries of a kind that no other kind shows, and the log', () => {
  expect([...staleKinds(['session'])]).toEqual(['session', 'audit']);
});
