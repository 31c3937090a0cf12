import type { Call } from '../call.ts';
import { directoryAction } from '../resources/directory.ts';
import * as accounts from './accounts.ts';
import * as applications from './applications.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as authorizations from './authorizations.ts';
import * as bulk from './bulk.ts';
import { watchChanges } from './changes.ts';
import * as directories from './directories.ts';
import * as factors from './factors.ts';
import * as giving from './giving.ts';
import { importUsers } from './import-users.ts';
import * as leases from './leases.ts';
import * as licenses from './licenses.ts';
import * as pools from './pools.ts';
import * as provisioning from './provisioning.ts';
import * as roles from './roles.ts';
import * as security from './security.ts';
import * as serviceAccounts from './service-accounts.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as summary from './summary.ts';
import * as tags from './tags.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';

const { signInOutput: _signIn, ...authCalls } = auth;
const { authorizationRequestLimit: _request, consentSchema: _consent, ...authorizationCalls } = authorizations;
const { messageLimit: _message, ...leaseCalls } = leases;
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
