import type { calls } from '@keyhold/contract';
import type { Row } from '../row.ts';
import { accountRows } from './rows-accounts.ts';
import { factorRows } from './rows-factors.ts';
import { iamRows } from './rows-iam.ts';
import { leaseRows } from './rows-leases.ts';
import { licenseRows } from './rows-licenses.ts';
import { poolRows } from './rows-pools.ts';
import { serviceAccountRows } from './rows-service-accounts.ts';
import { singleSignOnRows } from './rows-single-sign-on.ts';
import { usageRows } from './rows-usage.ts';
import { webhookRows } from './rows-webhooks.ts';

/** The rows of some calls. */
export type Rows = Readonly<Record<string, Row>>;

/** The rows by the file that tests them: each file has its own installation, and they run side by side. */
export const groups = {
  accounts: { ...accountRows, ...singleSignOnRows },
  access: { ...serviceAccountRows, ...factorRows },
  iam: iamRows,
  licenses: { ...licenseRows, ...poolRows },
  leases: { ...leaseRows, ...usageRows, ...webhookRows },
};

/** Every call's row: a new call without one does not compile. */
export const rows: Readonly<Record<keyof typeof calls, Row>> = {
  ...groups.accounts,
  ...groups.access,
  ...groups.iam,
  ...groups.licenses,
  ...groups.leases,
};
