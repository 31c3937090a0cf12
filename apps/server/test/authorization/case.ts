import type { Caller } from './callers.ts';
import type { Request } from './row.ts';

/** A call, its caller, and the expected reply. */
export interface Case {
  readonly caller: Pick<Caller, 'name' | 'person'>;
  readonly what: string;
  readonly request: Request;
  readonly status: number;
  /** The field that a 400 names; all errors of one field must read the same. */
  readonly field?: string;
}

/** The test cases of a call's row. */
export interface Cases {
  /** Refused, or answered without any effect: the database must not change. */
  readonly refusals: readonly Case[];
  /** Each creates fresh resources and returns the case that changes them. */
  readonly successes: readonly (() => Promise<Case>)[];
}

/** A copy of a request with another value at a path: `params.id`, `query.role`, `body.policies.0.name`. */
export function changed(request: Request, place: string, value: unknown): Request {
  return put(request, place.split('.'), value) as Request;
}

function put(target: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(target)) return target.map((one, index) => (String(index) === first ? put(one, rest, value) : one));
  const record = (target ?? {}) as Readonly<Record<string, unknown>>;
  return { ...record, [first]: put(record[first], rest, value) };
}
