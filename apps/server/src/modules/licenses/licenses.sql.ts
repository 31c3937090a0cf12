import {
  type Addon,
  type AddonLicense,
  consumePolicyName,
  type License,
  type Policy,
  type Product,
  parseRn,
  permits,
  type ServiceAccount,
  type Tag,
  type User,
} from '@keyhold/contract';
import { sql, type UpdateObject } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import { accountFilter, keyOf } from '../../access/guards.ts';
import { inAccount } from '../../db/conditions.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { lockInAccount } from '../../db/locks.ts';
import type { Schema } from '../../db/schema.ts';
import { requireFresh } from '../../http/reply.ts';
import { byRn } from '../../lists/by-rn.ts';
import { notFound } from '../../problem.ts';
import { inUse } from '../leases/seat/lease-row.ts';
import { expired } from '../leases/seat/term.ts';
import {
  addonLicenseResource,
  addonResource,
  type LicenseRow,
  licensePolicies,
  licenseResource,
  productResource,
  serviceAccountResource,
  tagResource,
  userResource,
} from '../resources.ts';
import { selectServiceAccountsEver } from '../service-accounts/service-accounts.sql.ts';
import { selectTags } from '../tags/tags.sql.ts';
import { selectUsersEver } from '../users/users.sql.ts';

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

type LicenseResources = Record<string, User | ServiceAccount | AddonLicense | Addon | Product | Tag>;

/**
 * The resources that some licenses refer to: products, add-on licenses and their add-ons, and, if the actor may read
 * them, the holders, the users and service accounts whom policies name and the tags that policies require.
 */
export async function resourcesOfLicenses(
  tx: Transaction,
  actor: Actor,
  licenses: readonly LicenseRow[],
): Promise<LicenseResources> {
  const { installation, policies } = actor;
  const productIds = [...new Set(licenses.map((license) => license['product-id']))];
  const addonLicenseIds = licenses.flatMap((license) => license['addon-ids']);
  const readable = (action: 'iam:GetUser' | 'iam:GetServiceAccount') => {
    const mayRead = (id: string) => id === actor.userId || permits(policies, action);
    return [...new Set(licenses.flatMap(usersOf))].filter(mayRead);
  };
  const [userIds, machineIds] = [readable('iam:GetUser'), readable('iam:GetServiceAccount')];
  // A deleted user or service account may still hold a seat in offline use.
  const holderIds = [...new Set(licenses.flatMap(holderOf))];
  const tagIds = permits(policies, 'iam:GetTag') ? [...new Set(licenses.flatMap(tagsOf))] : [];

  const [products, addonLicenses, users, machines, tags] = await Promise.all([
    tx.selectFrom('products').selectAll().where('id', '=', anyOf(productIds, 'text')).execute(),
    tx.selectFrom('addon-licenses').selectAll().where('id', '=', anyOf(addonLicenseIds, 'text')).execute(),
    selectUsersEver(tx)
      .where('users.id', '=', anyOf(userIds))
      .where((is) => is.or([is('users.deleted-on', 'is', null), is('users.id', '=', anyOf(holderIds))]))
      .execute(),
    selectServiceAccountsEver(tx)
      .where('id', '=', anyOf(machineIds))
      .where((is) => is.or([is('deleted-on', 'is', null), is('id', '=', anyOf(holderIds))]))
      .execute(),
    selectTags(tx).where('id', '=', anyOf(tagIds)).where('deleted-on', 'is', null).execute(),
  ]);
  const addonIds = [...new Set(addonLicenses.map((row) => row['addon-id']))];
  const addons = await tx.selectFrom('addons').selectAll().where('id', '=', anyOf(addonIds, 'text')).execute();

  return byRn([
    ...products.map((row) => productResource(installation, row)),
    ...addonLicenses.map((row) => addonLicenseResource(installation, row)),
    ...addons.map((row) => addonResource(installation, row)),
    ...users.map((row) => userResource(installation, row)),
    ...machines.map((row) => serviceAccountResource(installation, row)),
    ...tags.map((row) => tagResource(installation, row)),
  ]);
}

function usersOf(license: LicenseRow): string[] {
  const principals = licensePolicies(license).flatMap((policy) =>
    policy.statements.flatMap((statement) => statement.principals),
  );
  return [...holderOf(license), ...principals.flatMap((principal) => idsOf(license, [principal.id]))];
}

function holderOf(license: LicenseRow): string[] {
  return license.held && license['holder-id'] ? [license['holder-id']] : [];
}

function tagsOf(license: LicenseRow): string[] {
  const conditions = licensePolicies(license).flatMap((policy) =>
    policy.statements.flatMap((statement) => statement.conditions),
  );
  return idsOf(
    license,
    conditions.flatMap((condition) => condition.tags),
  );
}

/** The ids in those rns that belong to the license's own account; other principals and tags are not looked up. */
function idsOf(license: LicenseRow, rns: readonly string[]): string[] {
  return rns
    .map((rn) => parseRn(rn))
    .filter((name) => name.accountId === license['account-id'] && isUuid(name.resourceId))
    .map((name) => name.resourceId);
}
