// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFollowAccounts, useFollowedAccounts } from './followed-accounts.ts';

vi.mock('#session/selected-account.ts', () => ({
  useSelectedAccount: () => ({ accountId: 'own', isAuthUserAccount: true }),
}));

test('each component adds its accounts, and removes them when it unmounts', () => {
  const followed = renderHook(() => useFollowedAccounts());
  expect(followed.result.current).toBe('own');
  const one = renderHook(() => useFollowAccounts(['b', 'a']));
  const other = renderHook(() => useFollowAccounts(['c', 'a']));
  followed.rerender();
  expect(followed.result.current).toBe('own,a,b,c');
  one.unmount();
  followed.rerender();
  expect(followed.result.current).toBe('own,a,c');
  other.unmount();
  followed.rerender();
  expect(followed.result.current).toBe('own');
});
