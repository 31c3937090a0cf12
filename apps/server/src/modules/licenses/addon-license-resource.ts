import type { Addon, AddonLicense, Product } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { AddonLicensesTable, CatalogueTable } from '../../db/schema.ts';
import { catalogueRnOf, type Installation, rnOf } from '../../installation.ts';

/** An add-on license as replies show it. */
export function addonLicenseResource(installation: Installation, row: Selectable<AddonLicensesTable>): AddonLicense {
  const account = row['account-id'];
  return {
    rn: rnOf(installation, account, 'addon-license', row.id),
    certificate: { type: row.type, addon: catalogueRnOf(installation, 'addon', row['addon-id']) },
    license: row['license-id'] && rnOf(installation, account, 'license', row['license-id']),
    'created-on': row['created-on'].toISOString(),
    'updated-on': row['updated-on'].toISOString(),
  };
}

/** An add-on of the catalogue as replies show it. */
export function addonResource(installation: Installation, row: Selectable<CatalogueTable>): Addon {
  return { rn: catalogueRnOf(installation, 'addon', row.id), name: row.name, description: row.description };
}

/** A product of the catalogue as replies show it. */
export function productResource(installation: Installation, row: Selectable<CatalogueTable>): Product {
  return { rn: catalogueRnOf(installation, 'product', row.id), name: row.name, description: row.description };
}
