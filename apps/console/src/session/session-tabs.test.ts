// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AuthInfo } from './auth-info.ts';
import { session } from './session.ts';
import { unseal, vaultEntry } from './vault.ts';

vi.mock('./vault.ts', () => ({
  vaultEntry: 'authInfo',
  seal: async () => undefined,
  unseal: vi.fn(async () => null),
  discard: () => undefined,
}));

const roles = { admin: false, rootAdmin: false, sysAdmin: false, tiliaAdmin: false, accountAdmin: false };
const user = { rn: 'keyhold:eu-1:1:user:1', email: 'ada@acme.example', 'first-name': 'Ada', 'last-name': 'Byron' };
const authInfo = { token: 'the token', user, role: 'User', ...roles, canSwitchAccount: false };

/** Changes the stored session as another tab does, and dispatches the event. */
function stored(value: string | null): void {
  if (value === null) localStorage.removeItem(vaultEntry);
  else localStorage.setItem(vaultEntry, value);
  window.dispatchEvent(new StorageEvent('storage', { key: vaultEntry, newValue: value, storageArea: localStorage }));
}

beforeAll(() => session.restore());
beforeEach(async () => session.begin(authInfo as unknown as AuthInfo));

test('a sign-out in another tab signs this one out', async () => {
  stored(null);
  await vi.waitFor(() => expect(session.current()).toBeNull());
});

test('a sign-out in another tab discards an earlier sign-in that is still being decrypted', async () => {
  const slow = Promise.withResolvers<string>();
  vi.mocked(unseal).mockReturnValueOnce(slow.promise);
  stored('sealed');
  stored(null);
  await vi.waitFor(() => expect(session.current()).toBeNull());
  slow.resolve(JSON.stringify({ ...authInfo, token: 'another token' }));
  // The module that checks the decrypted session is loaded then.
  await import('./auth-info.ts');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(session.current()).toBeNull();
});

test('a page that is shown again after a sign-out in another tab is signed out', async () => {
  localStorage.setItem(vaultEntry, 'sealed');
  leaveAndReturn(() => undefined);
  expect(session.current()).not.toBeNull();
  leaveAndReturn(() => localStorage.removeItem(vaultEntry));
  await vi.waitFor(() => expect(session.current()).toBeNull());
});

test('a page that is shown again keeps a session that is stored nowhere', async () => {
  leaveAndReturn(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(session.current()).not.toBeNull();
});

/** Leaves the page, which the browser keeps, and goes back to it. */
function leaveAndReturn(meanwhile: () => void): void {
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  meanwhile();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}
