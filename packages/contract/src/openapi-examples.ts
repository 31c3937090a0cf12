import { accountExamples } from './openapi-examples-accounts.ts';
import { authorizationExamples } from './openapi-examples-authorizations.ts';
import { bulkExamples } from './openapi-examples-bulk.ts';
import { factorExamples } from './openapi-examples-factors.ts';
import { iamExamples } from './openapi-examples-iam.ts';
import { leaseExamples } from './openapi-examples-leases.ts';
import { licenseExamples } from './openapi-examples-licenses.ts';
import { serviceAccountExamples } from './openapi-examples-service-accounts.ts';
import { singleSignOnExamples } from './openapi-examples-single-sign-on.ts';
import { usageExamples } from './openapi-examples-usage.ts';
import { webhookExamples } from './openapi-examples-webhooks.ts';

/** An example as the document uses it. */
interface AnyExample {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly reply?: Readonly<Record<string, unknown>>;
  readonly text?: string;
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
  ...leaseExamples,
  ...usageExamples,
  ...webhookExamples,
};
