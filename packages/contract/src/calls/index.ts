import type { Call } from '../call.ts';
import { directoryAction } from '../resources/directory.ts';
import * as audit from './audit.ts';
import * as bulk from './bulk.ts';
import { watchChanges } from './changes.ts';
import * as giving from './licensing/giving.ts';
import * as leases from './licensing/leases.ts';
import * as licenses from './licensing/licenses.ts';
import * as pools from './licensing/pools.ts';
import * as provisioning from './licensing/provisioning.ts';
import * as usage from './licensing/usage.ts';
import * as waiting from './licensing/waiting.ts';
import * as accounts from './people/accounts.ts';
import * as directories from './people/directories.ts';
import { importUsers } from './people/import-users.ts';
import * as roles from './people/roles.ts';
import * as serviceAccounts from './people/service-accounts.ts';
import * as tags from './people/tags.ts';
import * as users from './people/users.ts';
import * as applications from './sign-in/applications.ts';
import * as auth from './sign-in/auth.ts';
import * as authorizations from './sign-in/authorizations.ts';
import * as factors from './sign-in/factors.ts';
import * as security from './sign-in/security.ts';
import * as singleSignOn from './sign-in/single-sign-on.ts';
import * as summary from './summary.ts';
import * as webhooks from './webhooks.ts';

const { signInOutput: _signIn, ...authCalls } = auth;
const { authorizationRequestLimit: _request, consentSchema: _consent, ...authorizationCalls } = authorizations;
const { messageLimit: _message, ...leaseCalls } = leases;
const { askLimit: _ask, ...waitingCalls } = waiting;
const { issueLimit: _limit, ...provisioningCalls } = provisioning;
const { commandApplication: _command, ...applicationCalls } = applications;
const { moveLimit: _move, ...accountCalls } = accounts;
const { bulkLimit: _bulk, bulkReportSchema: _report, ...bulkCalls } = bulk;

/** Every call of the API, by name. */
export const calls = {
  ...authCalls,
  ...authorizationCalls,
  ...factors,
  ...security,
  ...singleSignOn,
  ...accountCalls,
  ...users,
  ...roles,
  ...serviceAccounts,
  ...directories,
  ...tags,
  ...licenses,
  ...giving,
  ...pools,
  ...provisioningCalls,
  ...applicationCalls,
  ...audit,
  ...bulkCalls,
  importUsers,
  ...leaseCalls,
  ...waitingCalls,
  ...usage,
  ...summary,
  ...webhooks,
  watchChanges,
} as const satisfies Record<string, Call>;

/** Every call of the API, as a list to iterate. */
export const callList: readonly Call[] = Object.values(calls);

/** Every action that a call or a directory needs, sorted. The permissions of two users are compared over this set. */
export const knownActions: readonly string[] = [
  ...new Set([...callList.flatMap(({ access }) => (access.kind === 'action' ? [access.action] : [])), directoryAction]),
].sort();
