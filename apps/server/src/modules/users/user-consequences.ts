import type { Policy, Statement } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { rnOf } from '../../installation.ts';
import { endIneligibleLeases } from '../leases/eligibility.ts';
import { moveSeats } from '../leases/move-seats.ts';
import { consumersChanged, type Ending } from '../leases/seat.ts';
import { licensesNamingPrincipal } from '../licenses/licenses.sql.ts';
import type { UserRow } from '../resources.ts';

/** The ending of what a deleted user holds. */
export const userDeleted: Ending = { reason: 'user-deleted', message: 'Your user was deleted.' };

/** Releases every license that a user holds, because of what has become of the user. */
export async function releaseHeldBy(tx: Transaction, actor: Actor, user: UserRow, ending: Ending): Promise<void> {
  await moveSeats(tx, actor, 'release', await heldBy(tx, user['account-id'], [user.id]), ending);
}

/** Releases the licenses whose policy no longer lets their holder, after the holder's tags have changed. */
export async function releaseWhatNoLongerFits(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  await endIneligibleLeases(tx, actor, await heldBy(tx, user['account-id'], [user.id]), tagsChanged);
}

/** The message to the holder of a license whose tags no longer allow it. */
export const tagsChanged: Ending = {
  reason: 'no-longer-eligible',
  message: 'Your tags no longer let you use this license.',
};

/**
 * What the deletion of a user means for licenses (decisions, section 4): what they hold is released; a policy that names
 * them names one principal less, and with none left it applies to no one, never to more people than before.
 */
export async function withdrawUser(tx: Transaction, actor: Actor, user: UserRow, rn: string): Promise<void> {
  await releaseHeldBy(tx, actor, user, userDeleted);
  const account = user['account-id'];
  const naming = await licensesNamingPrincipal(tx, account, rn);
  const ids = naming.map(({ id }) => id);
  await moveSeats(tx, actor, 'release', ids, consumersChanged);
  for (const license of naming) {
    const policies = license.policies.map((policy) => withoutPrincipal(policy, rn));
    await updateRow(tx, 'licenses', license.id, { policies: JSON.stringify(policies) }).execute();
    await audit(tx, actor, {
      action: 'license:SetLicensePolicies',
      resource: rnOf(actor.installation, account, 'license', license.id),
      before: { policies: license.policies },
      after: { policies },
    });
  }
}

/**
 * A policy without one principal. A statement that loses its last principal must not begin to apply by its conditions
 * alone: it keeps neither.
 */
function withoutPrincipal(policy: Policy, rn: string): Policy {
  return { ...policy, statements: policy.statements.map((statement) => withdraw(statement, rn)) };
}

function withdraw(statement: Statement, rn: string): Statement {
  const principals = statement.principals.filter((principal) => principal.id !== rn);
  if (principals.length === statement.principals.length) return statement;
  return { ...statement, principals, conditions: principals.length === 0 ? [] : statement.conditions };
}

/** The licenses that users of an account hold, locked. */
export async function heldBy(tx: Transaction, account: string, users: readonly string[]): Promise<string[]> {
  const held = await tx
    .selectFrom('licenses')
    .select('id')
    .where('account-id', '=', account)
    .where('holder-id', '=', anyOf(users))
    .where('lease-state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return held.map((license) => license.id);
}
