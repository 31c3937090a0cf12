import type { Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { idInRn } from '../../access/guards.ts';
import { auditItem } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { updateRow } from '../../db/update-row.ts';
import type { Operation } from '../../http/bind.ts';
import { invalid } from '../../problem.ts';
import { endIneligibleLeases } from '../leases/eligibility.ts';
import { consumersChanged } from '../leases/seat.ts';
import { licenseResource } from '../resources.ts';
import { findLicense, lockLicense } from './licenses.sql.ts';

export const setLicensePolicies: Operation<'setLicensePolicies'> = async (tx, actor, { params, body, ifMatch }) => {
  const { 'account-id': account, id } = await findLicense(tx, actor, params.id);
  // Users and tags are locked before licenses, here as everywhere, so that two changes never wait for each other.
  await lockPrincipals(tx, actor, account, body.policies);
  await lockTags(tx, actor, account, body.policies);
  const { before } = await lockLicense(tx, actor, id, ifMatch);
  await updateRow(tx, 'licenses', id, { policies: JSON.stringify(body.policies) }).execute();
  await endIneligibleLeases(tx, actor, [id], consumersChanged);
  const item = licenseResource(actor.installation, await findLicense(tx, actor, id));
  await auditItem(tx, actor, 'license:SetLicensePolicies', before, item);
  return { item };
};

/** A user or tag that a policy names, and the field that does. */
interface Named {
  readonly rn: string;
  readonly path: string;
}

/** Every user a policy names must be there; they stay until this is committed. */
async function lockPrincipals(tx: Transaction, actor: Actor, account: string, policies: readonly Policy[]) {
  const named = statementsOf(policies).flatMap(({ statement, path }) =>
    statement.principals.map(({ id }, index): Named => ({ rn: id, path: `${path}.principals.${index}.id` })),
  );
  await lockEach(tx, actor, account, 'user', named);
}

/** Every tag a policy names must be there; they stay until this is committed. */
async function lockTags(tx: Transaction, actor: Actor, account: string, policies: readonly Policy[]) {
  const named = statementsOf(policies).flatMap(({ statement, path }) =>
    statement.conditions.flatMap(({ tags }, condition) =>
      tags.map((rn, index): Named => ({ rn, path: `${path}.conditions.${condition}.tags.${index}` })),
    ),
  );
  await lockEach(tx, actor, account, 'tag', named);
}

function statementsOf(policies: readonly Policy[]) {
  return policies.flatMap((policy, index) =>
    policy.statements.map((statement, number) => ({ statement, path: `policies.${index}.statements.${number}` })),
  );
}

/** @throws {ProblemError} 400 naming the first field whose user or tag is not there, or not there for the actor. */
async function lockEach(tx: Transaction, actor: Actor, account: string, type: 'user' | 'tag', named: readonly Named[]) {
  const wanted = named.map(({ rn, path }) => ({ path, id: idInRn(actor, account, type, rn) }));
  const ids = [...new Set(wanted.flatMap(({ id }) => id ?? []))].sort();
  const rows = await tx
    .selectFrom(type === 'user' ? 'users' : 'tags')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const missing = wanted.find(({ id }) => id === null || !there.has(id));
  if (!missing) return;
  const word = type === 'user' ? 'principal' : 'tag';
  throw invalid(missing.path, `There is no such ${word} in this account. Choose another ${word}.`);
}
