import type { Policy, Statement } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { endIneligibleLeases } from '../leases/eligibility.ts';
import { moveSeats } from '../leases/move-seats.ts';
import { licensesNamingPrincipal } from '../licenses/licenses.sql.ts';
import type { UserRow } from './user-resource.ts';

/** Releases every license that a user holds, because of what has become of the user. */
export async function releaseHeldBy(
  tx: Transaction,
  actor: Actor,
  account: string,
  userId: string,
  reason: string,
  message: string,
): Promise<void> {
  const held = await heldBy(tx, account, userId);
  await moveSeats(tx, actor, 'release', held, { reason, message });
}

/** Releases the licenses whose policy no longer lets their holder, after the holder's tags have changed. */
export async function releaseWhatNoLongerFits(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  const held = await heldBy(tx, user['account-id'], user.id);
  await endIneligibleLeases(tx, actor, held, {
    reason: 'no-longer-eligible',
    message: 'Your tags no longer let you use this license.',
  });
}

/**
 * What the deletion of a user means for licenses (decisions, section 4): what they hold is released; a policy that names
 * them names one principal less, and with none left it applies to no one, never to more people than before.
 */
export async function withdrawUser(
  tx: Transaction,
  actor: Actor,
  account: string,
  rn: string,
  userId: string,
): Promise<void> {
  await releaseHeldBy(tx, actor, account, userId, 'user-deleted', 'Your user was deleted.');
  const naming = await licensesNamingPrincipal(tx, account, rn);
  await moveSeats(
    tx,
    actor,
    'release',
    naming.map(({ id }) => id),
    { reason: 'consumers-changed', message: 'Who may use this license has changed.' },
  );
  for (const license of naming) {
    const policies = license.policies.map((policy) => withoutPrincipal(policy, rn));
    await tx
      .updateTable('licenses')
      .set({ policies: JSON.stringify(policies), 'updated-on': sql`clock_timestamp()` })
      .where('id', '=', license.id)
      .execute();
    await audit(tx, actor, {
      account,
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

async function heldBy(tx: Transaction, account: string, userId: string): Promise<string[]> {
  const held = await tx
    .selectFrom('licenses')
    .select('id')
    .where('account-id', '=', account)
    .where('holder-id', '=', userId)
    .where('lease-state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return held.map((license) => license.id);
}
