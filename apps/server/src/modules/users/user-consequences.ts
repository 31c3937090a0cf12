import type { Policy, Statement } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { rnOf } from '../../installation.ts';
import { lockLicensesOfUser } from '../../records/licenses.sql.ts';
import type { UserRow } from '../../records/resources.ts';
import { endIneligibleLeases } from '../leases/end/eligibility.ts';
import { checkPlacesAtEnd } from '../leases/line/check-places.ts';
import { moveSeats } from '../leases/move-seats.ts';
import type { Ending } from '../leases/seat/seat.ts';

/** The ending of the licenses that a deleted user holds. */
export const userDeleted: Ending = { reason: 'user-deleted', message: 'Your user was deleted.' };

/** Releases every license that a user holds, after the user was changed or deleted. */
export async function releaseHeldBy(tx: Transaction, actor: Actor, user: UserRow, ending: Ending): Promise<void> {
  await moveSeats(tx, actor, 'release', await lockHeldLicenses(tx, user['account-id'], [user.id]), ending);
  checkPlacesAtEnd(tx, actor.installation, { account: user['account-id'], users: [user.id] });
}

/** Releases the user's licenses whose policies no longer allow them, after the user's tags have changed. */
export async function releaseIneligibleLicenses(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  await endIneligibleLeases(tx, actor, await lockHeldLicenses(tx, user['account-id'], [user.id]), tagsChanged);
  checkPlacesAtEnd(tx, actor.installation, { account: user['account-id'], users: [user.id] });
}

/** The ending of a license whose holder's tags no longer allow it. */
export const tagsChanged: Ending = {
  reason: 'no-longer-eligible',
  message: 'Your tags no longer let you use this license.',
};

/**
 * Applies the deletion of a user or a service account, or the move of a user to another account, to licenses: releases those they hold, and removes them from the policies that allow
 * them. A policy whose last principal is removed applies to no one, never to more users than before; other users keep
 * their right and their leases. A Deny statement keeps the user, whom it must still deny if they are restored.
 */
export async function withdrawUser(
  tx: Transaction,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'account-id'>,
  rn: string,
  ending: Ending,
): Promise<void> {
  const account = user['account-id'];
  await withdrawFromPools(tx, actor, account, rn);
  const licenses = await lockLicensesOfUser(tx, account, user.id, rn);
  const held = licenses.filter((license) => license.held).map(({ id }) => id);
  await moveSeats(tx, actor, 'release', held, ending);
  checkPlacesAtEnd(tx, actor.installation, { account, users: [user.id] });
  for (const license of licenses.filter(({ policies }) => isWithdrawnFrom(policies, rn))) {
    const policies = license.policies.map((policy) => withoutPrincipal(policy, rn));
    await updateRow(tx, 'licenses', license.id, { policies: JSON.stringify(policies) }).execute();
    const resource = rnOf(actor.installation, account, 'license', license.id);
    const change = {
      action: 'license:SetLicensePolicies',
      resource,
      before: { policies: license.policies },
      after: { policies },
    } as const;
    await audit(tx, actor, change, { consequence: true });
  }
}

/** Removes a user from the policies of the pools that allow them. Their own seats are released with the others. */
async function withdrawFromPools(tx: Transaction, actor: Actor, account: string, rn: string): Promise<void> {
  const naming = JSON.stringify([{ statements: [{ principals: [{ id: rn }] }] }]);
  const pools = await tx
    .selectFrom('pools')
    .select(['id', 'policies'])
    .where('account-id', '=', account)
    .where(sql<boolean>`policies @> ${naming}::jsonb`)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const pool of pools.filter(({ policies }) => isWithdrawnFrom(policies, rn))) {
    const policies = pool.policies.map((policy) => withoutPrincipal(policy, rn));
    await updateRow(tx, 'pools', pool.id, { policies: JSON.stringify(policies) }).execute();
    const resource = rnOf(actor.installation, account, 'pool', pool.id);
    const change = {
      action: 'license:SetPoolPolicies',
      resource,
      before: { policies: pool.policies },
      after: { policies },
    } as const;
    await audit(tx, actor, change, { consequence: true });
  }
}

function isWithdrawnFrom(policies: readonly Policy[], rn: string): boolean {
  return policies.some(({ statements }) => statements.some((statement) => losesPrincipal(statement, rn)));
}

function losesPrincipal({ effect, principals }: Statement, rn: string): boolean {
  return effect !== 'Deny' && principals.some(({ id }) => id === rn);
}

/**
 * Removes a principal from a policy. A statement that loses its last principal must not apply by its conditions alone,
 * so it loses them too.
 */
function withoutPrincipal(policy: Policy, rn: string): Policy {
  return { ...policy, statements: policy.statements.map((statement) => withdraw(statement, rn)) };
}

function withdraw(statement: Statement, rn: string): Statement {
  if (!losesPrincipal(statement, rn)) return statement;
  const principals = statement.principals.filter((principal) => principal.id !== rn);
  return { ...statement, principals, conditions: principals.length === 0 ? [] : statement.conditions };
}

/** Locks and returns the licenses that users of an account hold. */
export async function lockHeldLicenses(tx: Transaction, account: string, users: readonly string[]): Promise<string[]> {
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
