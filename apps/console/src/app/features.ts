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
import type { Feature } from '#routing/feature.ts';

/** The features behind the sign-in, in the order of menu and palette. Router, menu and palette are made of this list. */
export const features: readonly Feature[] = [
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
