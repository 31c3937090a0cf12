import type { Policy } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { requireReferences } from '../../access/references.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { endIneligibleLeases } from '../leases/eligibility.ts';
import { consumersChanged } from '../leases/seat.ts';
import { licenseResource } from '../resources.ts';
import { findLicense, lockLicense } from './licenses.sql.ts';

export const setLicensePolicies: Operation<'setLicensePolicies'> = async (tx, actor, { params, body, ifMatch }) => {
  const { 'account-id': account, id } = await findLicense(tx, actor, params.id);
  // Lock order, as everywhere: users and tags before licenses, which prevents deadlocks.
  await lockPrincipals(tx, actor, account, body.policies);
  await lockTags(tx, actor, account, body.policies);
  const { before } = await lockLicense(tx, actor, id, ifMatch);
  await updateRow(tx, 'licenses', id, { policies: JSON.stringify(body.policies) }).execute();
  await endIneligibleLeases(tx, actor, [id], consumersChanged);
  const item = licenseResource(actor.installation, await findLicense(tx, actor, id));
  await auditItem(tx, actor, 'license:SetLicensePolicies', before, item);
  return { item };
};

/** Requires that all principals of the policies exist, and locks them until the commit. */
async function lockPrincipals(tx: Transaction, actor: Actor, account: string, policies: readonly Policy[]) {
  const named = statementsOf(policies).flatMap(({ statement, path }) =>
    statement.principals.map(({ id }, index) => ({ rn: id, path: `${path}.principals.${index}.id` })),
  );
  await requireReferences(tx, actor, account, 'user', named, { lock: true, word: 'principal' });
}

/** Requires that all tags of the policies exist, and locks them until the commit. */
async function lockTags(tx: Transaction, actor: Actor, account: string, policies: readonly Policy[]) {
  const named = statementsOf(policies).flatMap(({ statement, path }) =>
    statement.conditions.flatMap(({ tags }, condition) =>
      tags.map((rn, index) => ({ rn, path: `${path}.conditions.${condition}.tags.${index}` })),
    ),
  );
  await requireReferences(tx, actor, account, 'tag', named, { lock: true });
}

function statementsOf(policies: readonly Policy[]) {
  return policies.flatMap((policy, index) =>
    policy.statements.map((statement, number) => ({ statement, path: `policies.${index}.statements.${number}` })),
  );
}
