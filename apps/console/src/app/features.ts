import { accountsFeature } from '#features/accounts/accounts.routes.tsx';
import { addonsFeature } from '#features/addons/addons.routes.tsx';
import { directoryFeature } from '#features/directory/directory.routes.tsx';
import { licensesFeature } from '#features/licenses/licenses.routes.tsx';
import { profileFeature } from '#features/profile/profile.routes.tsx';
import { registeredApplicationsFeature } from '#features/registered-applications/registered-applications.routes.tsx';
import { rolesFeature } from '#features/roles/roles.routes.tsx';
import { securityFeature } from '#features/security/security.routes.tsx';
import { serviceAccountsFeature } from '#features/service-accounts/service-accounts.routes.tsx';
import { singleSignOnFeature } from '#features/single-sign-on/single-sign-on.routes.tsx';
import { tagsFeature } from '#features/tags/tags.routes.tsx';
import { usageFeature } from '#features/usage/usage.routes.tsx';
import { usersFeature } from '#features/users/users.routes.tsx';
import { webhooksFeature } from '#features/webhooks/webhooks.routes.tsx';
import { welcomeFeature } from '#features/welcome/welcome.routes.tsx';
import type { Feature, Screen, ScreenCode } from '#routing/feature.ts';

const all: readonly Feature[] = [
  accountsFeature,
  registeredApplicationsFeature,
  usersFeature,
  rolesFeature,
  tagsFeature,
  serviceAccountsFeature,
  webhooksFeature,
  securityFeature,
  singleSignOnFeature,
  directoryFeature,
  licensesFeature,
  usageFeature,
  addonsFeature,
  welcomeFeature,
  profileFeature,
];

/** The features behind the sign-in, in the order of menu and palette. Router, menu and palette are made of this list. */
export const features: readonly Feature[] = all.map((feature) => ({
  ...feature,
  screens: feature.screens.map((screen): Screen => ({ ...screen, code: fetchOnce(screen.code) })),
}));

/**
 * Code that is there is there at once: `import()` takes the browser several tasks also for code that it has, and a click
 * would wait for them before its rows are requested. A failed request is repeated.
 */
function fetchOnce(fetch: Screen['code']): Screen['code'] {
  let fetched: Promise<ScreenCode> | null = null;
  return () => {
    fetched ??= fetch().catch((error: unknown) => {
      fetched = null;
      throw error;
    });
    return fetched;
  };
}
