import type * as deliveries from './schema/deliveries.ts';
import type * as factors from './schema/factors.ts';
import type * as installation from './schema/installation.ts';
import type * as licenses from './schema/licenses.ts';
import type * as people from './schema/people.ts';
import type * as serviceAccounts from './schema/service-accounts.ts';
import type * as usage from './schema/usage.ts';

export type * from './schema/deliveries.ts';
export type * from './schema/factors.ts';
export type * from './schema/installation.ts';
export type * from './schema/licenses.ts';
export type * from './schema/people.ts';
export type * from './schema/service-accounts.ts';
export type * from './schema/usage.ts';

/** Every table, by name; columns in the wire's own spelling. */
export interface Database {
  installation: installation.InstallationTable;
  accounts: people.AccountsTable;
  users: people.UsersTable;
  roles: people.RolesTable;
  tags: people.TagsTable;
  'list-versions': people.ListVersionsTable;
  'user-roles': people.UserRolesTable;
  'user-tags': people.UserTagsTable;
  'service-accounts': serviceAccounts.ServiceAccountsTable;
  'service-account-roles': serviceAccounts.ServiceAccountRolesTable;
  'service-account-tokens': serviceAccounts.ServiceAccountTokensTable;
  'directory-failures': serviceAccounts.DirectoryFailuresTable;
  products: licenses.ProductsTable;
  addons: licenses.CatalogueTable;
  licenses: licenses.LicensesTable;
  'addon-licenses': licenses.AddonLicensesTable;
  sessions: people.SessionsTable;
  'activation-keys': people.ActivationKeysTable;
  'signing-keys': installation.SigningKeysTable;
  'root-key': installation.RootKeyTable;
  'reset-requests': people.ResetRequestsTable;
  outbox: deliveries.OutboxTable;
  attempts: people.AttemptsTable;
  factors: factors.FactorsTable;
  challenges: factors.ChallengesTable;
  'passkey-requests': factors.PasskeyRequestsTable;
  audit: installation.AuditTable;
  'idempotency-keys': installation.IdempotencyKeysTable;
  'lease-messages': licenses.LeaseMessagesTable;
  'license-uses': usage.LicenseUsesTable;
  'usage-days': usage.UsageDaysTable;
  'usage-days-so-far': usage.UsageDaysTable;
  'usage-hours': usage.UsageHoursTable;
  'usage-denials': usage.UsageDenialsTable;
  'usage-marks': usage.UsageMarksTable;
  webhooks: deliveries.WebhooksTable;
  'webhook-deliveries': deliveries.WebhookDeliveriesTable;
  'task-times': installation.TaskTimesTable;
  'metrics-sample': installation.MetricsSampleTable;
}
