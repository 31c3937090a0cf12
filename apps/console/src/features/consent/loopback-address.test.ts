import { expect, test } from 'vitest';
import { isLoopbackAddress } from './loopback-address.ts';

test.each(['http://127.0.0.1:52714/callback?code=a&iss=b', 'http://[::1]:8080/'])('accepts %s', (address) => {
  expect(isLoopbackAddress(address)).toBe(true);
});

test.each([
  'https://127.0.0.1:52714/',
  'http://localhost:52714/',
  'http://127.0.0.1.evil.example/',
  'http://127.0.0.1@evil.example/',
  'http://user@127.0.0.1:52714/',
  'http://evil.example/127.0.0.1',
  '//evil.example',
  'javascript:alert(1)',
  '/device',
  '',
])('rejects %j', (address) => {
  expect(isLoopbackAddress(address)).toBe(false);
});
