import type { BodyInputOf, Call, OutputOf, ParamsOf } from './call.ts';
import type { calls } from './calls/index.ts';

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
