import type { BodyInputOf, Call, OutputOf, ParamsOf } from '../../call.ts';
import type { calls } from '../../calls/index.ts';
import type { AnyResource, Setting } from '../../fields/resource.ts';

/** A request to a call, and its reply. */
export interface Example<One extends Call> {
  readonly params?: ParamsOf<One>;
  /** The fields of the query worth showing. */
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: BodyInputOf<One>;
  /** The payload without the envelope; left out when there is none. */
  readonly reply?: OutputOf<One>;
  /** The reply of a call that has no JSON envelope. */
  readonly text?: string;
  /** The same with `format=csv`. */
  readonly csv?: string;
}

/** Examples of calls, by their names. */
export type Examples = { readonly [Name in keyof typeof calls]?: Example<(typeof calls)[Name]> };

/** The reply of a complete list with one item. */
export function listOf<Item>(item: Item) {
  return { items: [item], total: 1, 'next-cursor': null };
}

/** The example fields that the call that creates or changes a resource sets. */
export function bodyOf<One extends AnyResource, Set extends Setting>(one: One, set: Set) {
  const example: Readonly<Record<string, unknown>> = { ...one.example };
  const fields = Object.keys(one[set]).map((name) => [name, example[name]]);
  return Object.fromEntries(fields) as Pick<One['example'], keyof One[Set] & keyof One['example']>;
}
