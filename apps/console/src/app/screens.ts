import { IconBuildingCommunity, IconKey, IconPuzzle, IconShieldCheck, IconTag, IconUsers } from '@tabler/icons-react';
import * as paths from '#routing/paths.ts';
import type { Screen } from '#routing/screen.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { fetchOnce } from './fetch-once.ts';

const provider = ['rootAdmin', 'sysAdmin'] as const;

/** Who may see the screens of a section. Those of no section are for every user. */
const accessOf = { admin: provider, iam: ['admin'], licensing: ['admin'] } as const;

interface Listed extends Omit<Screen, 'access'> {
  /** For a list: the code of the screen of one record, which has the same access and section. */
  record?: Screen['code'];
}

const listed: readonly Listed[] = [
  {
    path: paths.accountsPath,
    section: 'admin',
    code: () => import('#features/accounts/accounts-list.tsx'),
    record: () => import('#features/accounts/account-detail.tsx'),
    label: shellText.accounts,
    icon: IconBuildingCommunity,
    actions: [{ label: paletteText.newAccount, open: 'create' }],
  },
  {
    path: paths.registeredApplicationsPath,
    section: 'admin',
    code: () => import('#features/registered-applications/registered-applications-list.tsx'),
    label: shellText.applications,
    actions: [{ label: paletteText.newApplication, open: 'create' }],
  },
  {
    path: paths.usersPath,
    section: 'iam',
    code: () => import('#features/users/users-list.tsx'),
    record: () => import('#features/users/user-detail.tsx'),
    label: shellText.users,
    icon: IconUsers,
    actions: [{ label: paletteText.newUser, open: 'create' }],
  },
  {
    path: '/iam/roles',
    section: 'iam',
    code: () => import('#features/roles/roles-list.tsx'),
    label: shellText.roles,
    icon: IconShieldCheck,
  },
  {
    path: paths.tagsPath,
    section: 'iam',
    code: () => import('#features/tags/tags-list.tsx'),
    record: () => import('#features/tags/tag-detail.tsx'),
    label: shellText.tags,
    icon: IconTag,
    onlyShared: true,
    actions: [{ label: paletteText.newTag, open: 'create' }],
  },
  {
    path: paths.serviceAccountsPath,
    section: 'iam',
    code: () => import('#features/service-accounts/service-accounts-list.tsx'),
    record: () => import('#features/service-accounts/service-account-detail.tsx'),
    label: shellText.serviceAccounts,
    actions: [{ label: paletteText.newServiceAccount, open: 'create' }],
  },
  {
    path: paths.webhooksPath,
    section: 'iam',
    code: () => import('#features/webhooks/webhooks-list.tsx'),
    record: () => import('#features/webhooks/webhook-detail.tsx'),
    label: shellText.webhooks,
    actions: [{ label: paletteText.newWebhook, open: 'create' }],
  },
  {
    path: paths.securityPath,
    section: 'iam',
    code: () => import('#features/security/security.tsx'),
    editsAccount: true,
    label: shellText.security,
  },
  {
    path: paths.singleSignOnPath,
    section: 'iam',
    code: () => import('#features/single-sign-on/single-sign-on.tsx'),
    editsAccount: true,
    label: shellText.singleSignOn,
  },
  {
    path: paths.directoryPath,
    section: 'iam',
    code: () => import('#features/directory/directory.tsx'),
    label: shellText.directory,
  },
  {
    path: paths.licensesPath,
    section: 'licensing',
    code: () => import('#features/licenses/licenses-list.tsx'),
    record: () => import('#features/licenses/license-detail.tsx'),
    label: shellText.licenses,
    icon: IconKey,
    actions: [
      { label: paletteText.issueLicenses, open: 'licenses', access: provider },
      { label: paletteText.issueAddons, open: 'addons', access: provider },
      { label: paletteText.leaseTimings, open: 'timings', access: provider },
    ],
  },
  {
    path: paths.usagePath,
    section: 'licensing',
    code: () => import('#features/usage/usage-overview.tsx'),
    label: shellText.usageOverview,
  },
  {
    path: paths.unassignedAddonsPath,
    section: 'licensing',
    code: () => import('#features/addons/unassigned-addons.tsx'),
    label: shellText.unassignedAddons,
    icon: IconPuzzle,
  },
  { path: paths.homePath, code: () => import('#features/welcome/welcome.tsx'), label: shellText.home },
  { path: paths.profilePath, code: () => import('#features/profile/profile.tsx'), label: shellText.profile },
  {
    path: paths.changePasswordPath,
    code: () => import('#features/profile/change-password.tsx'),
    label: shellText.changePassword,
  },
];

/**
 * The screens behind the sign-in, in menu order. Router, menu and palette are built from this list. The code of a screen
 * is cached: `import()` takes several tasks even for loaded code, and a click would wait for them before its rows are
 * requested.
 */
export const screens: readonly Screen[] = listed.flatMap(({ record, ...screen }) => {
  const { path, section } = screen;
  const shared = section && { section, access: accessOf[section] };
  const list = { ...screen, ...shared, code: fetchOnce(screen.code) };
  return record ? [list, { path: `${path}/:id`, ...shared, code: fetchOnce(record) }] : list;
});

/** Screens without a session. The sign-in screen itself is part of the first load. */
export const publicScreens: readonly Screen[] = [
  { path: paths.resetPath, code: () => import('#features/auth/reset.tsx') },
  // Where a sign-in at the account's provider returns.
  { path: '/login/sso', code: () => import('#features/auth/single-sign-on-return.tsx') },
  { path: paths.activatePath, code: () => import('#features/auth/activate.tsx') },
];

/** Screens behind the sign-in and outside the frame. */
export const framelessScreens: readonly Screen[] = [
  { path: paths.logoutPath, code: () => import('#features/auth/logout.tsx') },
  // Where a user answers the code that a device shows.
  { path: '/device', code: () => import('#features/applications/device.tsx') },
  // Where a user answers an application that opened the browser.
  { path: '/consent', code: () => import('#features/applications/consent.tsx') },
];
