import {
  type Addon,
  type AddonLicense,
  type Product,
  parseRn,
  permits,
  type ServiceAccount,
  type Tag,
  type User,
} from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { byRn } from '../../lists/by-rn.ts';
import {
  addonLicenseResource,
  addonResource,
  type LicenseRow,
  licensePolicies,
  productResource,
  serviceAccountResource,
  tagResource,
  userResource,
} from '../../records/resources.ts';
import { selectServiceAccountsEver } from '../../records/service-accounts.sql.ts';
import { selectTags } from '../../records/tags.sql.ts';
import { selectUsersEver } from '../../records/users.sql.ts';

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
