import { accountScreens } from '#features/accounts/accounts.routes.tsx';
import { addonScreens, unassignedAddonsScreen } from '#features/addons/addons.routes.tsx';
import { applicationsScreen } from '#features/applications/applications.routes.tsx';
import { auditScreen } from '#features/audit/audit.routes.tsx';
import { directoryScreen } from '#features/directory/directory.routes.tsx';
import { licenseScreens } from '#features/licenses/licenses.routes.tsx';
import { poolScreens } from '#features/pools/pools.routes.tsx';
import { productScreens } from '#features/products/products.routes.tsx';
import { profileScreens } from '#features/profile/profile.routes.tsx';
import { rolesScreen } from '#features/roles/roles.routes.tsx';
import { securityScreen } from '#features/security/security.routes.tsx';
import { serviceAccountScreens } from '#features/service-accounts/service-accounts.routes.tsx';
import { singleSignOnScreen } from '#features/single-sign-on/single-sign-on.routes.tsx';
import { tagScreens } from '#features/tags/tags.routes.tsx';
import { usageScreen } from '#features/usage/usage.routes.tsx';
import { userScreens } from '#features/users/users.routes.tsx';
import { webhookScreens } from '#features/webhooks/webhooks.routes.tsx';
import { homeScreen } from '#features/welcome/welcome.routes.tsx';
import type { Screen } from '#screens/screen.ts';
import { fetchOnce } from './fetch-once.ts';

const all: readonly Screen[] = [
  ...accountScreens,
  ...productScreens,
  ...addonScreens,
  applicationsScreen,
  ...userScreens,
  rolesScreen,
  ...tagScreens,
  ...serviceAccountScreens,
  ...webhookScreens,
  securityScreen,
  singleSignOnScreen,
  directoryScreen,
  auditScreen,
  ...licenseScreens,
  ...poolScreens,
  usageScreen,
  unassignedAddonsScreen,
  homeScreen,
  ...profileScreens,
];

/**
 * The screens behind the sign-in, in menu order. Router, menu and palette are built from this list. The code of a screen
 * is cached: `import()` takes several tasks even for loaded code, and a click would wait for them before its rows are
 * requested.
 */
export const screens: readonly Screen[] = all.map((screen) => ({ ...screen, code: fetchOnce(screen.code) }));
