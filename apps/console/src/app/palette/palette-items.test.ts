import { describe, expect, test } from 'vitest';
import type { AuthInfo } from '#session/auth-info.ts';
import { actionItems, matchingItems, screenItems } from './palette-items.ts';

const nobody = {
  admin: false,
  rootAdmin: false,
  sysAdmin: false,
  tiliaAdmin: false,
  accountAdmin: false,
  canSwitchAccount: false,
};
const auth = (flags: Partial<typeof nobody>) => ({ ...nobody, ...flags }) as AuthInfo;
const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);
const actions = (flags: Partial<typeof nobody>, shared: boolean) =>
  labels(actionItems({ auth: auth(flags), shared }, false, () => undefined));

describe('the palette offers', () => {
  test('only personal screens to an ordinary user', () => {
    expect(labels(screenItems({ auth: auth({}), shared: true }))).toEqual(['Home', 'Profile', 'Change password']);
    expect(actions({}, true)).toEqual(['Switch to the dark colour scheme', 'Log out']);
  });

  test('the screens of the menu to an administrator', () => {
    const screens = labels(screenItems({ auth: auth({ admin: true }), shared: false }));
    expect(screens).toEqual(expect.arrayContaining(['Users', 'Roles', 'Licenses', 'Unassigned Addons']));
    expect(screens).not.toContain('Tags');
    expect(screens).not.toContain('Accounts');
    expect(actions({ admin: true }, false)).not.toContain('Create a tag');
    expect(actions({ admin: true }, true)).toContain('Create a tag');
    expect(actions({ admin: true }, true)).not.toContain('Issue licenses');
  });

  test('accounts and issuing to provider staff', () => {
    const flags = { admin: true, sysAdmin: true };
    expect(labels(screenItems({ auth: auth(flags), shared: false }))).toContain('Accounts');
    expect(actions(flags, false)).toEqual(
      expect.arrayContaining(['Create an account', 'Issue licenses', 'Issue addons']),
    );
  });
});

test('every word must match, in any order, including words of the section', () => {
  const items = screenItems({ auth: auth({ admin: true }), shared: true });
  expect(labels(matchingItems(items, 'addons UN'))).toEqual(['Unassigned Addons']);
  expect(labels(matchingItems(items, 'licensing lic'))).toContain('Licenses');
  expect(matchingItems(items, 'nothing like it')).toEqual([]);
  expect(matchingItems(items, ' ')).toHaveLength(items.length);
});
