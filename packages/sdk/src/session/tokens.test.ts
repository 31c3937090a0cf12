import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTokens, writeTokens } from './tokens.ts';

const token = fc.string({ minLength: 1 });
const tokens = fc.record({ access: token, refresh: token, expiresOn: fc.integer() });

test('readTokens returns the tokens that writeTokens stored', () => {
  fc.assert(
    fc.property(tokens, (pair) => {
      expect(readTokens(writeTokens(pair))).toEqual(pair);
    }),
  );
});

test('readTokens returns null for an empty or damaged store', () => {
  const damaged = fc.oneof(fc.string(), fc.json(), fc.constant(null));
  fc.assert(
    fc.property(damaged, (text) => {
      expect(readTokens(text)).toBe(null);
    }),
  );
  const cut = fc.tuple(tokens, fc.nat()).map(([pair, at]) => {
    const text = writeTokens(pair);
    return text.slice(0, at % text.length);
  });
  fc.assert(
    fc.property(cut, (text) => {
      expect(readTokens(text)).toBe(null);
    }),
  );
});

test.each([
  ['no access token', { 'refresh-token': 'r', 'expires-on': 1 }],
  ['an empty refresh token', { 'access-token': 'a', 'refresh-token': '', 'expires-on': 1 }],
  ['a time that is a text', { 'access-token': 'a', 'refresh-token': 'r', 'expires-on': '1' }],
])('readTokens returns null for %s', (_what, stored) => {
  expect(readTokens(JSON.stringify(stored))).toBe(null);
});
