import type { calls, Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { idInBody, unknownReference } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { endIneligibleLeases } from '../leases/eligibility.ts';
import { licenseResource } from './license-resource.ts';
import { findLicense, lockLicense } from './licenses.sql.ts';

export const setLicensePolicies: Operation<typeof calls.setLicensePolicies> = async (
  tx,
  actor,
  { params, body, ifMatch },
) => {
  const { 'account-id': account, id } = await findLicense(tx, actor, params.id);
  // Users and tags are locked before licenses, here as everywhere, so that two changes never wait for each other.
  await lockPrincipals(tx, actor, account, body.policies);
  await lockTags(tx, actor, account, body.policies);
  const before = licenseResource(actor.installation, await lockLicense(tx, actor, id));
  requireFresh(ifMatch, before);
  await tx
    .updateTable('licenses')
    .set({ policies: JSON.stringify(body.policies), 'updated-on': sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await endIneligibleLeases(tx, actor, [id], {
    reason: 'consumers-changed',
    message: 'Who may use this license has changed.',
  });
  const item = licenseResource(actor.installation, await findLicense(tx, actor, id));
  await audit(tx, actor, { account, action: 'license:SetLicensePolicies', resource: item.rn, before, after: item });
  return { item };
};

/** Every user a policy names must be there; they stay until this is committed. */
async function lockPrincipals(tx: Transaction, actor: Actor, account: string, policies: readonly Policy[]) {
  const principals = policies.flatMap((policy) => policy.statements.flatMap((statement) => statement.principals));
  const ids = new Set(principals.map((principal) => idInBody(actor, account, 'user', principal.id, 'principal')));
  if (ids.size === 0) return;
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids].sort())
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  if (found.length < ids.size) throw unknownReference('principal');
}

/** Every tag a policy names must be there; they stay until this is committed. */
async function lockTags(tx: Transaction, actor: Actor, account: string, policies: readonly Policy[]) {
  const conditions = policies.flatMap((policy) => policy.statements.flatMap((statement) => statement.conditions));
  const ids = new Set(
    conditions.flatMap((condition) => condition.tags.map((tag) => idInBody(actor, account, 'tag', tag, 'tag'))),
  );
  if (ids.size === 0) return;
  const found = await tx
    .selectFrom('tags')
    .select('id')
    .where('id', 'in', [...ids].sort())
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  if (found.length < ids.size) throw unknownReference('tag');
}
