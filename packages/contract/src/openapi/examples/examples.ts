import { accountExamples } from './accounts.ts';
import { authorizationExamples } from './authorizations.ts';
import { bulkExamples } from './bulk.ts';
import { factorExamples } from './factors.ts';
import { iamExamples } from './iam.ts';
import { leaseExamples } from './leases.ts';
import { licenseExamples } from './licenses.ts';
import { poolExamples } from './pools.ts';
import { serviceAccountExamples } from './service-accounts.ts';
import { singleSignOnExamples } from './single-sign-on.ts';
import { usageExamples } from './usage.ts';
import { waitingExamples } from './waiting.ts';
import { webhookExamples } from './webhooks.ts';

/** An example as the document uses it. */
interface AnyExample {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly reply?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly csv?: string;
}

/** An example of every call. */
export const examples: Readonly<Record<string, AnyExample | undefined>> = {
  ...accountExamples,
  ...iamExamples,
  ...serviceAccountExamples,
  ...factorExamples,
  ...authorizationExamples,
  ...singleSignOnExamples,
  ...bulkExamples,
  ...licenseExamples,
  ...poolExamples,
  ...leaseExamples,
  ...waitingExamples,
  ...usageExamples,
  ...webhookExamples,
};
