import { describe, expect, test } from 'vitest';
import { rememberedLocation, wasExpired } from './remembered-location.ts';

const from = (pathname: string, search = '', hash = '') => ({ from: { pathname, search, hash }, tokenExpired: false });

describe('the remembered location', () => {
  test('keeps its search and hash', () => {
    expect(rememberedLocation(from('/iam/users', '?search=ada', '#top'))).toBe('/iam/users?search=ada#top');
  });

  test('may have an empty search and hash', () => {
    expect(rememberedLocation(from('/iam/users'))).toBe('/iam/users');
  });

  test.each(['/login', '/logout', '/profile', '/change-password', '/activate', '/confirm-email', '/logout/'])(
    '%s is ignored',
    (pathname) => {
      expect(rememberedLocation(from(pathname))).toBe('/');
    },
  );

  test.each([
    null,
    undefined,
    'text',
    {},
    { from: null },
    { from: { pathname: '/iam/users', search: '' } },
    { from: { pathname: '/iam/users', hash: '' } },
    { from: { search: '', hash: '' } },
    { from: { pathname: '/iam/users', search: 1, hash: '' } },
  ])('ignores the incomplete state %j', (state) => {
    expect(rememberedLocation(state)).toBe('/');
  });

  test('never leads to another host', () => {
    expect(rememberedLocation(from('//evil.example/iam'))).toBe('/evil.example/iam');
  });
});

test('only the flag true means that the session expired', () => {
  expect(wasExpired({ tokenExpired: true })).toBe(true);
  expect(wasExpired({ tokenExpired: 'yes' })).toBe(false);
  expect(wasExpired(null)).toBe(false);
});
