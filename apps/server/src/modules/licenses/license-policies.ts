import { consumePolicyName, type Policy } from '@keyhold/contract';
import { requireGivable } from '../../access/given-policies.ts';
import { type Reference, requireReferences } from '../../access/references.ts';
import { auditItem } from '../../audit/audit.ts';
import { updateRow } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { endIneligibleLeases } from '../leases/end/eligibility.ts';
import { consumersChanged } from '../leases/seat/seat.ts';
import { licenseResource } from '../resources.ts';
import { findLicense, lockLicense } from './licenses.sql.ts';

export const setLicensePolicies: Operation<'setLicensePolicies'> = async (tx, actor, { params, body, ifMatch }) => {
  const { 'account-id': account, id, policies: stored } = await findLicense(tx, actor, params.id);
  requireGivable(actor, body.policies, stored);
  // Lock order, as everywhere: users and tags before licenses, which prevents deadlocks.
  const principals = withoutKept(principalsOf(body.policies), principalsOf(stored));
  await requireReferences(tx, actor, account, 'user', principals, { lock: true, word: 'principal' });
  const tags = withoutKept(tagsOf(body.policies), tagsOf(stored));
  await requireReferences(tx, actor, account, 'tag', tags, { lock: true });
  const { before } = await lockLicense(tx, actor, id, ifMatch);
  await updateRow(tx, 'licenses', id, { policies: JSON.stringify(body.policies) }).execute();
  const changed = licenseResource(actor.installation, await findLicense(tx, actor, id));
  await auditItem(tx, actor, 'license:SetLicensePolicies', before, changed);
  await endIneligibleLeases(tx, actor, [id], consumersChanged);
  return { item: licenseResource(actor.installation, await findLicense(tx, actor, id)) };
};

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
