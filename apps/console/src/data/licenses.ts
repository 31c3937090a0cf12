import {
  type Addon,
  type AddonLicense,
  calls,
  type License,
  type LicensingStrategy,
  licenseTypes,
  licenseWords,
  type Product,
  type Resource,
  resourceIdOf,
  resources,
  textsWith,
} from '@keyhold/contract';
import { errorText } from '#i18n/text/every-page.ts';
import { accountList } from '#lists/engine/account-list.ts';
import { keys } from '#server/cache/keys.ts';
import { recordQuery } from '#server/cache/record-query.ts';
import { useSideQuery } from '#server/cache/side-query.ts';
import { sendInAccount } from '#server/client/send-in-account.ts';
import type { AccountScope } from '#session/selected-account.ts';

type Resources = Readonly<Record<string, Resource>>;

/** An add-on license with its add-on instead of the reference. */
export interface AddonLicenseWithAddon extends Omit<AddonLicense, 'certificate'> {
  certificate: Omit<AddonLicense['certificate'], 'addon'> & { addon: Omit<Addon, 'status'> };
}

/** A license with its product and add-ons instead of the references. */
export interface LicenseWithProduct extends Omit<License, 'certificate' | 'addons'> {
  certificate: Omit<License['certificate'], 'product'> & { product: Product };
  addons: AddonLicenseWithAddon[];
  /** Names by rn of the resources in the reply: e-mails of users, names of tags. */
  names: ReadonlyMap<string, string>;
}

/** The key of a license or an add-on license: the id in its rn. */
export function keyOf({ rn }: { rn: string }): string {
  return resourceIdOf(rn);
}

/** The resource of an rn in a reply. It must have the given field, which identifies its kind. */
function mapped<Field extends string>(rn: string, resources: Resources, field: Field) {
  const found = resources[rn];
  if (!found || !(field in found)) throw new Error(errorText.unmapped);
  return found as Extract<Resource, { [Name in Field]?: unknown }>;
}

/**
 * Puts the add-on into an add-on license.
 *
 * @throws {Error} 'Could not map license product or addon' when the reply does not contain it.
 */
export function withAddon(license: AddonLicense, resources: Resources): AddonLicenseWithAddon {
  const { rn, name, description = '' } = mapped(license.certificate.addon, resources, 'name');
  return { ...license, certificate: { ...license.certificate, addon: { rn, name, description } } };
}

/**
 * Puts product and add-ons into a license.
 *
 * @throws {Error} 'Could not map license product or addon' when the reply does not contain one of them.
 */
export function withProduct(
  license: License,
  resources: Resources,
  names: ReadonlyMap<string, string> = namesIn(resources),
): LicenseWithProduct {
  const product = mapped(license.certificate.product, resources, 'name');
  const addons = license.addons.map((rn) => withAddon(mapped(rn, resources, 'license'), resources));
  return { ...license, certificate: { ...license.certificate, product }, addons, names };
}

/** The names of the resources in a reply; of users, their e-mail. */
function namesIn(resources: Resources): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [rn, resource] of Object.entries(resources)) {
    if ('email' in resource) names.set(rn, resource.email);
    else if ('name' in resource) names.set(rn, resource.name);
  }
  return names;
}

/** The console reports licenses that end within this number of days. */
export const endingDays = 30;

export const licensesSource = accountList(keys.license.list, calls.listLicenses, calls.listAccountLicenses, {
  sorts: ['product', 'key', ...textsWith(resources.license, 'sorted'), 'type', 'expiry', 'status'],
  words: licenseWords,
  query: { resolve: 'all' },
  read: ({ items, resources = {} }) => {
    const names = namesIn(resources);
    return items.map((license) => withProduct(license, resources, names));
  },
});

export const licenseQuery = recordQuery(
  keys.license.record,
  calls.getLicense,
  { resolve: 'all' },
  ({ item, resources = {} }) => withProduct(item, resources),
);

export const addonLicenseQuery = recordQuery(keys['addon-license'].record, calls.getAddonLicense);

/** The add-on licenses of an account that are assigned to no license. */
export const unassignedAddonsSource = accountList(
  keys['addon-license'].list,
  calls.listAddonLicenses,
  calls.listAccountAddonLicenses,
  {
    sorts: ['name', 'key', 'type', 'description', ...textsWith(resources.addonLicense, 'sorted')],
    words: licenseTypes,
    query: { resolve: 'all', 'unassigned-only': 'true' },
    read: ({ items, resources = {} }) => items.map((license) => withAddon(license, resources)),
  },
);

/** The licensing strategy of an account; undefined while it loads, and for users who do not see it. */
export function useStrategy(scope: AccountScope, enabled = true): LicensingStrategy | undefined {
  const data = useSideQuery({
    queryKey: keys.license.strategy(scope.accountId),
    enabled,
    queryFn: ({ signal }) =>
      sendInAccount(scope, calls.getLicensingStrategy, calls.getAccountLicensingStrategy, {}, signal),
  });
  return data?.item.strategy;
}
