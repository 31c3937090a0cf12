import { expect, test } from 'vitest';
import { staleKinds } from './stale-kinds.ts';

test('invalidates the same kinds for both names of service accounts, including directories', () => {
  const changed = staleKinds(['service-account']);
  expect(changed).toContain('directory');
  expect(staleKinds(['serviceAccount'])).toEqual(changed);
});

test('invalidates only the own queries of a kind that no other kind shows', () => {
  expect([...staleKinds(['session'])]).toEqual(['session']);
});
