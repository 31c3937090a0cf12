import {
  type ConsumersInput,
  consumePolicyName,
  isServiceAccount,
  type License,
  type Policy,
  type PoolConsumersInput,
  withConsumers,
} from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { requireGivable } from '../../access/given-policies.ts';
import { type Reference, requireReferences } from '../../access/references.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { conflict, type ProblemError } from '../../problem.ts';
import { findLicense, lockLicense } from '../../records/licenses.sql.ts';
import { licenseResource } from '../../records/resources.ts';
import { endIneligibleLeases } from '../leases/end/eligibility.ts';
import { checkPlacesAtEnd } from '../leases/line/check-places.ts';
import { consumersChanged } from '../leases/seat/seat.ts';

export const setLicensePolicies: Operation<'setLicensePolicies'> = async (tx, actor, { params, body, ifMatch }) => {
  const { 'account-id': account, id, policies: stored } = await findLicense(tx, actor, params.id);
  // Lock order, as everywhere: users and tags before licenses, which prevents deadlocks.
  await requirePolicies(tx, actor, account, body, stored);
  return { item: await changePolicies(tx, actor, id, body, ifMatch) };
};

/** Changes who may consume a license, and logs off its holder if they may not any more. */
export async function changePolicies(
  tx: Transaction,
  actor: Actor,
  id: string,
  choice: Choice,
  ifMatch?: string,
): Promise<License> {
  const { license, before } = await lockLicense(tx, actor, id, ifMatch);
  if (license['pool-id']) throw await inPool(tx, license['pool-id']);
  await updateRow(tx, 'licenses', id, { policies: JSON.stringify(policiesOf(choice, license.policies)) }).execute();
  const changed = licenseResource(actor.installation, await findLicense(tx, actor, id));
  await auditItem(tx, actor, 'license:SetLicensePolicies', before, changed);
  await endIneligibleLeases(tx, actor, [id], consumersChanged);
  checkPlacesAtEnd(tx, actor.installation, { account: license['account-id'], product: license['product-id'] });
  return licenseResource(actor.installation, await findLicense(tx, actor, id));
}

/** 409: the pool of a license decides who may use it. */
export async function inPool(tx: Transaction, id: string): Promise<ProblemError> {
  const pool = await tx.selectFrom('pools').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  const message = `This license belongs to the pool ${pool.name}, which decides who may use it.`;
  return conflict('in-pool', message);
}

/** Who may consume a license or a pool, in a body: its policies, or its consumers in their place. */
export interface Choice {
  readonly policies?: readonly Policy[] | undefined;
  readonly consumers?: ConsumersInput | PoolConsumersInput | undefined;
}

/** The policies that a license has after a choice. */
export function policiesOf({ policies, consumers }: Choice, stored: readonly Policy[]): readonly Policy[] {
  return consumers ? withConsumers(stored, consumers) : (policies ?? stored);
}

/**
 * Refuses a choice that names missing users or tags, or that gives more than the giver may do; the named ones are
 * locked against their deletion until the commit.
 *
 * @param stored the license's policies: what they name already may stay, even if it was deleted
 */
export async function requirePolicies(
  tx: Transaction,
  actor: Actor,
  account: string,
  { policies, consumers }: Choice,
  stored: readonly Policy[],
): Promise<void> {
  if (policies) requireGivable(actor, policies, stored);
  const users = policies ? withoutKept(principalsOf(policies), principalsOf(stored)) : usersOf(consumers);
  const word = policies ? 'principal' : 'user';
  const people = users.filter(({ rn }) => !isServiceAccount(rn));
  await requireReferences(tx, actor, account, 'user', people, { lock: true, word });
  const machines = users.filter(({ rn }) => isServiceAccount(rn));
  await requireReferences(tx, actor, account, 'service-account', machines, { lock: true, word });
  const tags = policies ? withoutKept(tagsOf(policies), tagsOf(stored)) : tagsNamed(consumers);
  await requireReferences(tx, actor, account, 'tag', tags, { lock: true });
}

function usersOf(consumers: Choice['consumers']): Reference[] {
  const user = consumers?.user ? [{ rn: consumers.user, path: 'consumers.user' }] : [];
  const users = consumers && 'users' in consumers ? (consumers.users ?? []) : [];
  return [...user, ...users.map((rn, index) => ({ rn, path: `consumers.users.${index}` }))];
}

function tagsNamed(consumers: Choice['consumers']): Reference[] {
  return (consumers?.tags ?? []).map((rn, index) => ({ rn, path: `consumers.tags.${index}` }));
}

/** A user or a tag that a policy names. `outlived`: the policy keeps naming it after its deletion. */
interface Named extends Reference {
  readonly outlived: boolean;
}

/**
 * The references that must exist. A policy may keep those that the stored policies name and that may have been deleted
 * meanwhile: otherwise nobody could save the license's policies unchanged.
 */
function withoutKept(named: readonly Named[], stored: readonly Named[]): Named[] {
  const kept = new Set(stored.filter(({ outlived }) => outlived).map(({ rn }) => rn));
  return named.filter(({ rn, outlived }) => !(outlived && kept.has(rn)));
}

/** The principals of policies. A Deny statement keeps a deleted user (`withdrawUser`). */
function principalsOf(policies: readonly Policy[]): Named[] {
  return statementsOf(policies).flatMap(({ statement, path }) =>
    statement.principals.map(({ id }, index) => ({
      rn: id,
      path: `${path}.principals.${index}.id`,
      outlived: statement.effect === 'Deny',
    })),
  );
}

/** The tags of policies. A tag that a consume policy names cannot be deleted (`deleteTag`). */
function tagsOf(policies: readonly Policy[]): Named[] {
  return statementsOf(policies).flatMap(({ policy, statement, path }) =>
    statement.conditions.flatMap(({ tags }, condition) =>
      tags.map((rn, index) => ({
        rn,
        path: `${path}.conditions.${condition}.tags.${index}`,
        outlived: policy.name !== consumePolicyName,
      })),
    ),
  );
}

function statementsOf(policies: readonly Policy[]) {
  return policies.flatMap((policy, index) =>
    policy.statements.map((statement, number) => ({
      policy,
      statement,
      path: `policies.${index}.statements.${number}`,
    })),
  );
}
