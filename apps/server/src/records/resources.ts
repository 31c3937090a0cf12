import {
  type Account,
  type Addon,
  type AddonLicense,
  type AnyResource,
  type Application,
  type License,
  type LicenseState,
  noRules,
  type Policy,
  type Pool,
  type Product,
  type Role,
  resources,
  type ServiceAccount,
  type ServiceAccountToken,
  type Tag,
  type TimedProduct,
  textsIn,
  type User,
  type Webhook,
  type WebhookDelivery,
} from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { Schema, UserLookups } from '../db/schema.ts';
import { catalogueRnOf, type Installation, rnOf } from '../installation.ts';
import { holderRn } from './holder-rn.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** An account as replies show it. */
export function accountResource(installation: Installation, row: Row<'accounts'>): Account {
  return resourceOf(resources.account, {
    ...row,
    rn: rnOf(installation, row.id, 'account', row.id),
    owner: row['owner-id'] && rnOf(installation, row.id, 'user', row['owner-id']),
  });
}

/** A user's row with the ids of their roles and tags. */
export type UserRow = Omit<Row<'users'>, 'password-hash' | 'language' | 'confirmed-email' | keyof UserLookups> & {
  readonly 'role-ids': readonly string[];
  readonly 'tag-ids': readonly string[];
  readonly mail: InvitationMail | null;
};

/** The mail of a user's last invitation; `on` is the database's text. */
export type InvitationMail = NonNullable<User['mail']>;

/** The columns of a user that replies show; a time is a Date or, in a long list, the database's text. */
type ShownUser = {
  readonly [Name in keyof Omit<UserRow, 'deleted-on'>]: UserRow[Name] extends Date | null
    ? UserRow[Name] | string
    : UserRow[Name];
};

/** A user as replies show it. */
export function userResource(installation: Installation, row: ShownUser): User {
  const account = row['account-id'];
  return {
    rn: rnOf(installation, account, 'user', row.id),
    ...textsIn(resources.user, row),
    status: row.status,
    'last-login': row['last-login'] && isoTime(row['last-login']),
    'last-password-change': row['last-password-change'] && isoTime(row['last-password-change']),
    'email-confirmed-on': row['email-confirmed-on'] && isoTime(row['email-confirmed-on']),
    mail: row.mail && { ...row.mail, on: isoTime(row.mail.on) },
    'created-on': isoTime(row['created-on']),
    'updated-on': isoTime(row['updated-on']),
    roles: row['role-ids'].toSorted().map((id) => rnOf(installation, account, 'role', id)),
    tags: row['tag-ids'].toSorted().map((id) => rnOf(installation, account, 'tag', id)),
    policies: row.policies,
    ...managementOf(row),
  };
}

/** The fields of directory-managed resources; omitted for others, whose replies stay as in earlier versions. */
function managementOf(row: Pick<Row<'users'>, 'directory-id' | 'external-id'>) {
  return {
    ...(row['directory-id'] === null ? {} : { managed: true as const }),
    ...(row['external-id'] === null ? {} : { 'external-id': row['external-id'] }),
  };
}

/** Formats a time in ISO 8601: UTC, with milliseconds. Schema texts have the form `2026-11-22 12:52:01.123456+00`. */
function isoTime(time: Date | string): string {
  if (typeof time !== 'string') return time.toISOString();
  const milliseconds = time.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${time.slice(0, 10)}T${time.slice(11, 19)}.${milliseconds}Z`;
}

/** A role as replies show it. */
export function roleResource(installation: Installation, row: Row<'roles'>): Role {
  return resourceOf(resources.role, { ...row, rn: rnOf(installation, row['account-id'], 'role', row.id) });
}

/** A tag as replies show it. */
export function tagResource(installation: Installation, row: Row<'tags'>): Tag {
  const { 'external-id': _, ...fields } = row;
  const rn = rnOf(installation, row['account-id'], 'tag', row.id);
  return resourceOf(resources.tag, { ...fields, rn, ...managementOf(row) });
}

/** An add-on of the catalogue as replies show it. */
export function addonResource(installation: Installation, row: Row<'addons'>): Addon {
  return resourceOf(resources.addon, { ...row, rn: catalogueRnOf(installation, 'addon', row.id) });
}

/** An application as replies show it. */
export function applicationResource(installation: Installation, row: Row<'applications'>): Application {
  const product = row['product-id'];
  return resourceOf(resources.application, {
    ...row,
    rn: catalogueRnOf(installation, 'application', row.id),
    product: product === null ? null : catalogueRnOf(installation, 'product', product),
  });
}

/** A product of the catalogue as replies show it. */
export function productResource(installation: Installation, row: Row<'products'>): Product {
  return resourceOf(resources.product, { ...row, rn: catalogueRnOf(installation, 'product', row.id) });
}

/** A product with the times of its leases, as provider staff see it. */
export function timedProductResource(installation: Installation, row: Row<'products'>): TimedProduct {
  // As long as nobody has decided, the setting of the installation does.
  const shared = row.shared ?? row.id === installation.sharedProductId;
  return resourceOf(resources.timedProduct, { ...row, shared, rn: catalogueRnOf(installation, 'product', row.id) });
}

/** A pool's row with the numbers of its seats. */
export type PoolRow = Row<'pools'> & { readonly counts: PoolCounts };

/** The seats of a pool by their use, as replies show them. */
export type PoolCounts = Pick<Pool, 'seats' | 'overdraft-seats' | 'in-use' | 'offline' | 'waiting'>;

/** A pool as replies show it. */
export function poolResource(installation: Installation, row: PoolRow): Pool {
  return resourceOf(resources.pool, {
    ...row,
    ...row.counts,
    rn: rnOf(installation, row['account-id'], 'pool', row.id),
    product: catalogueRnOf(installation, 'product', row['product-id']),
    rules: { ...noRules, ...row.rules },
  });
}

/** A license's row with values that depend on the current time, by the database's clock rather than the server's. */
export type LicenseRow = Row<'licenses'> & {
  readonly 'addon-ids': readonly string[];
  readonly held: boolean;
  readonly expired: boolean;
  readonly 'maintenance-over': boolean;
  /** The policies of its pool, which stand in place of its own. */
  readonly 'pool-policies': Policy[] | null;
};

/** A license as replies show it. A lapsed or released license is available: its state shows no holder. */
export function licenseResource(installation: Installation, row: LicenseRow): License {
  const account = row['account-id'];
  return resourceOf(resources.license, {
    ...row,
    rn: rnOf(installation, account, 'license', row.id),
    status: row.status === 'Suspended' ? 'Suspended' : row.expired ? 'Expired' : 'Active',
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
      'grace-days': row['grace-days'],
    },
    state: stateOf(installation, row),
    policies: licensePolicies(row),
    pool: row['pool-id'] && rnOf(installation, account, 'pool', row['pool-id']),
    addons: row['addon-ids'].map((id) => rnOf(installation, account, 'addon-license', id)),
  });
}

/** The policies that decide who may consume a license: its own, or those of its pool. */
export function licensePolicies(row: Pick<LicenseRow, 'policies' | 'pool-policies'>): Policy[] {
  return row['pool-policies'] ?? row.policies;
}

function stateOf(installation: Installation, row: LicenseRow): LicenseState {
  const holder = row.held ? row['holder-id'] : null;
  const ofHolder = <Value>(value: Value) => (holder ? value : null);
  return {
    user: holder && holderRn(installation, row),
    'activation-date': row['activation-date']?.toISOString() ?? null,
    'client-name': ofHolder(row['client-name']),
    'client-version': ofHolder(row['client-version']),
    'device-id': ofHolder(row['device-id']),
    'device-ip': ofHolder(row['device-ip']),
    'device-locale': ofHolder(row['device-locale']),
    'device-name': ofHolder(row['device-name']),
    'device-os': ofHolder(row['device-os']),
    'device-user': ofHolder(row['device-user']),
    'maintenance-status': ofHolder(maintenanceStatus(row)),
    'offline-until': ofHolder(row['lease-state'] === 'offline' ? (row['expires-at']?.toISOString() ?? null) : null),
    'stream-id': ofHolder(row['stream-id']),
    'subscription-status': ofHolder(row.type === 'Subscription' ? (row.expired ? 'Expired' : 'Active') : null),
  };
}

function maintenanceStatus(row: LicenseRow): string | null {
  if (row.type !== 'Perpetual' || !row['maintenance-start']) return null;
  return row['maintenance-over'] ? 'Expired' : 'Active';
}

/** An add-on license as replies show it. */
export function addonLicenseResource(installation: Installation, row: Row<'addon-licenses'>): AddonLicense {
  const account = row['account-id'];
  const rn = rnOf(installation, account, 'addon-license', row.id);
  const rest = resourceOf(resources.addonLicense, {
    ...row,
    certificate: { type: row.type, addon: catalogueRnOf(installation, 'addon', row['addon-id']) },
    license: row['license-id'] && rnOf(installation, account, 'license', row['license-id']),
  });
  // Texts first: entity tags depend on the order of the fields, and servers of the previous version compare them.
  return { rn, ...textsIn(resources.addonLicense, row), ...rest };
}

/** A webhook as replies show it, without its key. */
export function webhookResource(row: Row<'webhooks'>): Webhook {
  return resourceOf(resources.webhook, row);
}

/** A delivery of a webhook as replies show it. A delivery that is not waiting has no next attempt. */
export function deliveryResource(row: Row<'webhook-deliveries'>): WebhookDelivery {
  return resourceOf(resources.webhookDelivery, {
    ...row,
    'next-attempt-on': row.status === 'waiting' ? row['next-attempt-on'] : null,
  });
}

/** A service account as replies show it. */
export function serviceAccountResource(
  installation: Installation,
  row: Row<'service-accounts'> & { readonly 'role-ids': readonly string[] },
): ServiceAccount {
  const account = row['account-id'];
  return resourceOf(resources.serviceAccount, {
    ...row,
    rn: rnOf(installation, account, 'service-account', row.id),
    roles: row['role-ids'].toSorted().map((id) => rnOf(installation, account, 'role', id)),
  });
}

/** A token of a service account as replies show it, without its hash. */
export function serviceAccountTokenResource(row: Row<'service-account-tokens'>): ServiceAccountToken {
  return resourceOf(resources.serviceAccountToken, row);
}

type Wire<Value> = Value extends Date ? string : Value;

/** Picks a resource's fields, in the order of its description, from values of the same names; times become ISO 8601. */
export function resourceOf<One extends AnyResource, Values extends object>({ fields }: One, values: Values) {
  const resource: Record<string, unknown> = {};
  for (const name in fields) {
    if (!(name in values)) continue;
    const value: unknown = values[name as unknown as keyof Values];
    resource[name] = value instanceof Date ? value.toISOString() : value;
  }
  return resource as { [Name in keyof One['fields'] & keyof Values]: Wire<Values[Name]> };
}
