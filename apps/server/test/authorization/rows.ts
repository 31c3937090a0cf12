import type { calls } from '@keyhold/contract';
import type { Row } from './row.ts';
import { accountRows } from './rows-accounts.ts';
import { factorRows } from './rows-factors.ts';
import { iamRows } from './rows-iam.ts';
import { leaseRows } from './rows-leases.ts';
import { licenseRows } from './rows-licenses.ts';
import { serviceAccountRows } from './rows-service-accounts.ts';
import { singleSignOnRows } from './rows-single-sign-on.ts';
import { usageRows } from './rows-usage.ts';
import { webhookRows } from './rows-webhooks.ts';

/** Every call's row: a new call without one does not compile. */
export const rows: Readonly<Record<keyof typeof calls, Row>> = {
  ...accountRows,
  ...iamRows,
  ...serviceAccountRows,
  ...factorRows,
  ...singleSignOnRows,
  ...licenseRows,
  ...leaseRows,
  ...usageRows,
  ...webhookRows,
};
