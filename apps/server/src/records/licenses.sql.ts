import { consumePolicyName, type License, type Policy } from '@keyhold/contract';
import { sql, type UpdateObject } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { accountFilter, keyOf } from '../access/guards.ts';
import { inAccount } from '../db/conditions.ts';
import { type Transaction, updateRow } from '../db/database.ts';
import { lockInAccount } from '../db/locks.ts';
import type { Schema } from '../db/schema.ts';
import { requireFresh } from '../http/reply.ts';
import { byName } from '../lists/page.ts';
import { notFound } from '../problem.ts';
import { expired } from './license-term.ts';
import { type LicenseRow, licenseResource } from './resources.ts';
import { inUse } from './seat-conditions.ts';

/** The keys of an account's licenses whose consume policy requires a tag. */
export async function licensesNamingTag(tx: Transaction, account: string, tag: string): Promise<string[]> {
  const naming = JSON.stringify([{ name: consumePolicyName, statements: [{ conditions: [{ tags: [tag] }] }] }]);
  const rows = await tx
    .selectFrom('licenses')
    .select('id')
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where(sql<boolean>`policies @> ${naming}::jsonb`)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Locks and returns the licenses of an account that a user holds, or that have a policy which names the user's rn. */
export async function lockLicensesOfUser(tx: Transaction, account: string, user: string, rn: string) {
  const naming = JSON.stringify([{ statements: [{ principals: [{ id: rn }] }] }]);
  const isHeld = sql<boolean>`("holder-id" = ${user} and "lease-state" = 'active')`;
  return tx
    .selectFrom('licenses')
    .select(['id', 'policies', isHeld.as('held')])
    .where('account-id', '=', account)
    .where(sql<boolean>`(${isHeld} or "deleted-on" is null and policies @> ${naming}::jsonb)`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Selects the licenses that are not deleted, joined with their product, and values that depend on the current time. */
export function selectLicenses(tx: Transaction) {
  return tx
    .selectFrom('licenses')
    .innerJoin('products', 'products.id', 'licenses.product-id')
    .selectAll('licenses')
    .select([
      sql<
        string[]
      >`array(select id from "addon-licenses" where "license-id" = licenses.id and "deleted-on" is null order by id)`.as(
        'addon-ids',
      ),
      sql<Policy[] | null>`(select pools.policies from pools where pools.id = licenses."pool-id")`.as('pool-policies'),
      inUse.as('held'),
      expired.as('expired'),
      sql<boolean>`coalesce(licenses."maintenance-end" <= now(), false)`.as('maintenance-over'),
    ])
    .where('licenses.deleted-on', 'is', null);
}

/** The default order of licenses. */
export const byProduct = [byName('products.name'), sql.ref('licenses.id')];

/** Finds a license within the actor's reach. */
export async function findLicense(tx: Transaction, actor: Actor, key: string): Promise<LicenseRow> {
  const { account } = accountFilter(actor);
  let query = selectLicenses(tx).where('licenses.id', '=', keyOf(key)).where(inAccount('licenses'));
  if (account) query = query.where('licenses.account-id', '=', account);
  const license = await query.executeTakeFirst();
  if (!license) throw notFound();
  return license;
}

/**
 * Locks a license within the actor's reach for a change. Returns its row and its resource.
 *
 * @throws {ProblemError} 412 when the change is based on an older state
 */
export async function lockLicense(tx: Transaction, actor: Actor, key: string, ifMatch?: string) {
  await lockInAccount(tx, 'licenses', keyOf(key));
  const license = await findLicense(tx, actor, key);
  const before = licenseResource(actor.installation, license);
  requireFresh(ifMatch, before);
  return { license, before };
}

/** Changes a license's row and its date; returns the changed license. */
export async function changeLicense(
  tx: Transaction,
  actor: Actor,
  key: string,
  changes: UpdateObject<Schema, 'licenses'> = {},
): Promise<License> {
  await updateRow(tx, 'licenses', key, changes).execute();
  return licenseResource(actor.installation, await findLicense(tx, actor, key));
}
