import type { OutboxTable, WebhookDeliveriesTable, WebhooksTable } from './schema/deliveries.ts';
import type {
  AuditTable,
  IdempotencyKeysTable,
  InstallationTable,
  MetricsSampleTable,
  RootKeyTable,
  SigningKeysTable,
  TaskTimesTable,
} from './schema/installation.ts';
import type {
  AddonLicensesTable,
  CatalogueTable,
  LeaseMessagesTable,
  LicensesTable,
  ProductsTable,
} from './schema/licenses.ts';
import type {
  AccountsTable,
  ActivationKeysTable,
  AttemptsTable,
  ListVersionsTable,
  ResetRequestsTable,
  RolesTable,
  SessionsTable,
  TagsTable,
  UserRolesTable,
  UsersTable,
  UserTagsTable,
} from './schema/people.ts';
import type {
  LicenseUsesTable,
  UsageDaysTable,
  UsageDenialsTable,
  UsageHoursTable,
  UsageMarksTable,
} from './schema/usage.ts';

export type * from './schema/deliveries.ts';
export type * from './schema/installation.ts';
export type * from './schema/licenses.ts';
export type * from './schema/people.ts';
export type * from './schema/usage.ts';

/** Every table, by name; columns in the wire's own spelling. */
export interface Database {
  installation: InstallationTable;
  accounts: AccountsTable;
  users: UsersTable;
  roles: RolesTable;
  tags: TagsTable;
  'list-versions': ListVersionsTable;
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
  'metrics-sample': MetricsSampleTable;
}
