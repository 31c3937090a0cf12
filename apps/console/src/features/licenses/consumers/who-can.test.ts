import { consumePolicy } from '@keyhold/contract';
import { expect, test } from 'vitest';
import type { UserWithNames } from '#data/users.ts';
import { whoCan } from './who-can.ts';

const license = 'k:r:a:license:1';
const red = { rn: 'k:r:a:tag:red', name: 'Red' };
const user = (id: string, status: string, tags = [red]) => ({ rn: `k:r:a:user:${id}`, status, tags }) as UserWithNames;
const users = [user('ada', 'Active'), user('bob', 'Pending'), user('cleo', 'Inactive'), user('dan', 'Active', [])];
const names = (policy: ReturnType<typeof consumePolicy>) => {
  const { people, pending } = whoCan([policy], license, users);
  return [people.map(({ rn }) => rn.split(':').at(-1)), pending];
};

test('returns active users whom the policy allows, and counts pending ones', () => {
  expect(names(consumePolicy({ kind: 'Everyone' }))).toEqual([['ada', 'dan'], 1]);
  expect(names(consumePolicy({ kind: 'Tags', tags: [red.rn] }))).toEqual([['ada'], 1]);
  expect(names(consumePolicy({ kind: 'Tags', tags: [red.rn, 'k:r:a:tag:blue'] }))).toEqual([[], 0]);
  expect(names(consumePolicy({ kind: 'User', user: 'k:r:a:user:dan' }))).toEqual([['dan'], 0]);
  expect(names(consumePolicy({ kind: 'User', user: 'k:r:a:user:cleo' }))).toEqual([[], 0]);
  expect(names(consumePolicy({ kind: 'No one' }))).toEqual([[], 0]);
});
