import type { BodyInputOf, Call, OutputOf, ParamsOf } from './call.ts';
import type { calls } from './calls/index.ts';
import { accountExamples } from './openapi-examples-accounts.ts';
import { bulkExamples } from './openapi-examples-bulk.ts';
import { iamExamples } from './openapi-examples-iam.ts';
import { leaseExamples } from './openapi-examples-leases.ts';
import { licenseExamples } from './openapi-examples-licenses.ts';
import { usageExamples } from './openapi-examples-usage.ts';
import { webhookExamples } from './openapi-examples-webhooks.ts';

/** A request to a call, and its reply. */
export interface Example<One extends Call> {
  readonly params?: ParamsOf<One>;
  /** The fields of the query worth showing. */
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: BodyInputOf<One>;
  /** The payload beside the envelope; left out where there is none. */
  readonly reply?: OutputOf<One>;
  /** The reply of a call that has no JSON envelope. */
  readonly text?: string;
}

/** Examples of calls, by their names. */
export type Examples = { readonly [Name in keyof typeof calls]?: Example<(typeof calls)[Name]> };

/** An example as a document reads it. */
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
  ...bulkExamples,
  ...licenseExamples,
  ...leaseExamples,
  ...usageExamples,
  ...webhookExamples,
};
