import type { AddonLicense } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { AddonLicensesTable } from '../../db/schema.ts';
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
