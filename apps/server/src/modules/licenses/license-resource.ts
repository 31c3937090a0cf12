import type { License, LicenseState } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { LicensesTable } from '../../db/schema.ts';
import { catalogueRnOf, type Installation, rnOf } from '../../installation.ts';

/** A license's row, with what the database says of this moment: nothing here asks the server's own clock. */
export type LicenseRow = Selectable<LicensesTable> & {
  readonly 'addon-ids': readonly string[];
  readonly held: boolean;
  readonly expired: boolean;
  readonly 'maintenance-over': boolean;
};

/** A license as replies show it. A lapsed or released one is available: its state shows nobody. */
export function licenseResource(installation: Installation, row: LicenseRow): License {
  const account = row['account-id'];
  return {
    rn: rnOf(installation, account, 'license', row.id),
    description: row.description,
    status: row.status === 'Suspended' ? 'Suspended' : row.expired ? 'Expired' : 'Active',
    'created-on': row['created-on'].toISOString(),
    'updated-on': row['updated-on'].toISOString(),
    certificate: {
      product: catalogueRnOf(installation, 'product', row['product-id']),
      type: row.type,
      version: row.version,
      expiry: {
        perpetual: row['expiry-perpetual'],
        date: row['expiry-date']?.toISOString() ?? null,
        period: row['expiry-period'],
      },
      'maintenance-start': row['maintenance-start']?.toISOString() ?? null,
      'maintenance-end': row['maintenance-end']?.toISOString() ?? null,
    },
    state: stateOf(installation, row),
    policies: row.policies,
    addons: row['addon-ids'].map((id) => rnOf(installation, account, 'addon-license', id)),
  };
}

function stateOf(installation: Installation, row: LicenseRow): LicenseState {
  const activation = row['activation-date']?.toISOString() ?? null;
  if (!row.held || !row['holder-id']) return { ...nobody, 'activation-date': activation };
  return {
    user: rnOf(installation, row['account-id'], 'user', row['holder-id']),
    'activation-date': activation,
    'client-name': row['client-name'],
    'client-version': row['client-version'],
    'device-id': row['device-id'],
    'device-ip': row['device-ip'],
    'device-locale': row['device-locale'],
    'device-name': row['device-name'],
    'device-os': row['device-os'],
    'device-user': row['device-user'],
    'maintenance-status': maintenanceStatus(row),
    'stream-id': row['stream-id'],
    'subscription-status': row.type === 'Subscription' ? (row.expired ? 'Expired' : 'Active') : null,
  };
}

function maintenanceStatus(row: LicenseRow): string | null {
  if (row.type !== 'Perpetual' || !row['maintenance-start']) return null;
  return row['maintenance-over'] ? 'Expired' : 'Active';
}

const nobody = {
  user: null,
  'client-name': null,
  'client-version': null,
  'device-id': null,
  'device-ip': null,
  'device-locale': null,
  'device-name': null,
  'device-os': null,
  'device-user': null,
  'maintenance-status': null,
  'stream-id': null,
  'subscription-status': null,
} as const;
