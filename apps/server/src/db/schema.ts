import type { License, LicenseState, Policy, WebhookEvent } from '@keyhold/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<Value> = ColumnType<Value, string, string>;
type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>;

interface Dated {
  'created-on': Time;
  'updated-on': Time;
}

export interface AccountsTable extends Dated {
  id: Generated<string>;
  name: string;
  description: WithDefault<string>;
  status: WithDefault<'Pending' | 'Active' | 'Inactive'>;
  'owner-id': string | null;
  'deleted-on': TimeOrNull;
}

export interface UsersTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  email: string;
  'first-name': string;
  'last-name': string;
  title: WithDefault<string>;
  description: WithDefault<string>;
  status: WithDefault<'Pending' | 'Active' | 'Inactive'>;
  'password-hash': string | null;
  'last-login': TimeOrNull;
  'last-password-change': TimeOrNull;
  policies: ColumnType<Policy[], string | undefined, string>;
  'deleted-on': TimeOrNull;
}

export interface RolesTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  name: string;
  description: WithDefault<string>;
  policies: Json<Policy[]>;
}

export interface TagsTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  name: string;
  description: WithDefault<string>;
  'deleted-on': TimeOrNull;
}

export interface UserRolesTable {
  'user-id': string;
  'role-id': string;
  'account-id': string;
}

export interface UserTagsTable {
  'user-id': string;
  'tag-id': string;
  'account-id': string;
}

export interface CatalogueTable extends Dated {
  id: string;
  name: string;
  description: WithDefault<string>;
}

export interface ProductsTable extends CatalogueTable {
  /** How often a client is asked to say that it lives. */
  'heartbeat-seconds': WithDefault<number>;
  /** How long a lease lasts without a heartbeat. */
  'lease-seconds': WithDefault<number>;
  /** How much longer the seat stays reserved for a client that cannot reach the server. */
  'grace-seconds': WithDefault<number>;
}

type DeviceColumns = Pick<
  LicenseState,
  | 'client-name'
  | 'client-version'
  | 'device-id'
  | 'device-ip'
  | 'device-locale'
  | 'device-name'
  | 'device-os'
  | 'device-user'
  | 'stream-id'
>;

export interface LicensesTable extends Dated, DeviceColumns {
  id: string;
  'account-id': string;
  'product-id': string;
  description: WithDefault<string>;
  type: License['certificate']['type'];
  version: WithDefault<string>;
  'expiry-perpetual': WithDefault<boolean>;
  'expiry-date': TimeOrNull;
  'expiry-period': number | null;
  'maintenance-start': TimeOrNull;
  'maintenance-end': TimeOrNull;
  status: WithDefault<'Active' | 'Suspended'>;
  policies: ColumnType<Policy[], string | undefined, string>;
  'deleted-on': TimeOrNull;
  'lease-state': WithDefault<'free' | 'active' | 'releasing' | 'offline'>;
  'lease-id': string | null;
  epoch: WithDefault<number>;
  'holder-id': string | null;
  'leased-on': TimeOrNull;
  'expires-at': TimeOrNull;
  'heartbeat-seq': number | null;
  'activation-date': TimeOrNull;
  'release-reason': string | null;
  'release-by': string | null;
  'release-message': string | null;
  'previous-lease-id': string | null;
  'previous-holder-id': string | null;
  'last-device-id': string | null;
  'freed-on': TimeOrNull;
  'expiry-told': TimeOrNull;
}

export interface AddonLicensesTable extends Dated {
  id: string;
  'account-id': string;
  'addon-id': string;
  type: License['certificate']['type'];
  'license-id': string | null;
  'deleted-on': TimeOrNull;
}

export interface SessionsTable {
  id: Generated<string>;
  'user-id': string;
  'account-id': string;
  'created-on': Time;
  'last-used-on': Time;
  'expires-on': Time;
  'ended-on': TimeOrNull;
  address: string;
  'user-agent': string;
  /** Grows with whatever changes what the user may do. */
  version: WithDefault<number>;
}

export interface ActivationKeysTable {
  hash: Buffer;
  'user-id': string;
  'account-id': string;
  purpose: 'activation' | 'reset';
  'created-on': Time;
  'expires-on': Time;
  'ended-on': TimeOrNull;
}

export interface SigningKeysTable {
  id: string;
  'private-key': Json<JsonWebKeyRecord>;
  'public-key': Json<JsonWebKeyRecord>;
  'created-on': Time;
  'retired-on': TimeOrNull;
}

export interface RootKeyTable {
  only: Generated<boolean>;
  id: string;
  'private-key': Json<JsonWebKeyRecord>;
  'public-key': Json<JsonWebKeyRecord>;
  'created-on': Time;
}

/** A JSON Web Key (RFC 7517) as it is kept. */
export type JsonWebKeyRecord = Readonly<Record<string, string>>;

export interface ResetRequestsTable {
  id: Generated<string>;
  email: string;
  'created-on': Time;
  'handled-on': TimeOrNull;
  mailed: WithDefault<boolean>;
}

export interface OutboxTable {
  id: Generated<string>;
  'account-id': string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  'created-on': Time;
  'next-attempt-on': Time;
  attempts: WithDefault<number>;
  'last-error': string | null;
  'sent-on': TimeOrNull;
}

export interface AttemptsTable {
  subject: string;
  failures: number;
  'window-start': Time;
  'blocked-until': TimeOrNull;
}

export interface AuditTable {
  'account-id': string;
  seq: Generated<number>;
  on: Time;
  actor: Json<unknown>;
  'actor-rn': GeneratedAlways<string | null>;
  action: string;
  resource: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  address: string | null;
  'request-id': string | null;
  previous: Generated<Buffer>;
  hash: Generated<Buffer>;
}

export interface InstallationTable {
  only: Generated<boolean>;
  region: string;
  'provider-account-id': string;
  'created-on': Time;
}

export interface IdempotencyKeysTable {
  'account-id': string;
  'user-id': string;
  'key-hash': Buffer;
  'request-hash': Buffer;
  reply: Buffer | null;
  /** While somebody works on the request, until when; null otherwise. */
  'claimed-until': TimeOrNull;
  'created-on': Time;
}

export interface LeaseMessagesTable {
  id: Generated<string>;
  'account-id': string;
  'lease-id': string;
  message: string;
  by: string;
  'created-on': Time;
}

export interface LicenseUsesTable {
  id: Generated<string>;
  'account-id': string;
  'product-id': string;
  'license-id': string;
  'user-id': string;
  'device-name': string | null;
  'started-on': Time;
  'ended-on': TimeOrNull;
  ending: 'returned' | 'released' | 'lapsed' | null;
}

export interface UsageDaysTable {
  'account-id': string;
  'product-id': string;
  'license-id': string;
  'user-id': string;
  /** The day's date, in UTC. */
  day: ColumnType<Date, string, string>;
  uses: number;
  seconds: number;
  'last-on': Time;
}

export interface UsageHoursTable {
  'account-id': string;
  'product-id': string;
  hour: Time;
  peak: number;
  seconds: number;
  uses: number;
  users: number;
}

export interface UsageDenialsTable {
  'account-id': string;
  'product-id': string;
  'user-id': string;
  reason: string;
  hour: Time;
  count: number;
  'last-on': Time;
  'device-name': string;
}

export interface UsageMarksTable {
  only: Generated<boolean>;
  'rolled-until': Time;
}

export interface WebhooksTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  url: string;
  description: WithDefault<string>;
  events: WebhookEvent[];
  'every-account': WithDefault<boolean>;
  enabled: WithDefault<boolean>;
  secret: string;
  'old-secret': string | null;
  'old-secret-until': TimeOrNull;
  failures: WithDefault<number>;
  'retry-on': TimeOrNull;
}

export interface WebhookDeliveriesTable {
  id: Generated<string>;
  'account-id': string;
  'webhook-id': string;
  type: string;
  body: string;
  status: WithDefault<'waiting' | 'delivered' | 'failed'>;
  attempts: WithDefault<number>;
  'response-status': number | null;
  error: string | null;
  'created-on': Time;
  'last-attempt-on': TimeOrNull;
  'next-attempt-on': Time;
  'give-up-on': Time;
}

export interface TaskTimesTable {
  task: string;
  'due-on': Time;
}

/** Every table, by name; columns in the wire's own spelling. */
export interface Database {
  installation: InstallationTable;
  accounts: AccountsTable;
  users: UsersTable;
  roles: RolesTable;
  tags: TagsTable;
  'user-roles': UserRolesTable;
  'user-tags': UserTagsTable;
  products: ProductsTable;
  addons: CatalogueTable;
  licenses: LicensesTable;
  'addon-licenses': AddonLicensesTable;
  sessions: SessionsTable;
  'activation-keys': ActivationKeysTable;
  'signing-keys': SigningKeysTable;
  'root-key': RootKeyTable;
  'reset-requests': ResetRequestsTable;
  outbox: OutboxTable;
  attempts: AttemptsTable;
  audit: AuditTable;
  'idempotency-keys': IdempotencyKeysTable;
  'lease-messages': LeaseMessagesTable;
  'license-uses': LicenseUsesTable;
  'usage-days': UsageDaysTable;
  'usage-days-so-far': UsageDaysTable;
  'usage-hours': UsageHoursTable;
  'usage-denials': UsageDenialsTable;
  'usage-marks': UsageMarksTable;
  webhooks: WebhooksTable;
  'webhook-deliveries': WebhookDeliveriesTable;
  'task-times': TaskTimesTable;
}
