import type { Caller } from './callers.ts';
import type { Request } from './row.ts';

/** A call, its caller, and the expected reply. */
export interface Case {
  readonly caller: Pick<Caller, 'name' | 'person'>;
  readonly what: string;
  readonly request: Request;
  readonly status: number;
  /** The field that a 400 names; those of one field must all read alike. */
  readonly field?: string;
}

/** What a call's row amounts to. */
export interface Cases {
  /** Refused, or answered without any effect: afterwards nothing in the database has changed. */
  readonly refusals: readonly Case[];
  /** Each makes fresh things and the case that changes them. */
  readonly successes: readonly (() => Promise<Case>)[];
}

/** A copy of a request with another value at a place: `params.id`, `query.role`, `body.policies.0.name`. */
export function changed(request: Request, place: string, value: unknown): Request {
  return put(request, place.split('.'), value) as Request;
}

function put(target: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(target)) return target.map((one, index) => (String(index) === first ? put(one, rest, value) : one));
  const record = (target ?? {}) as Readonly<Record<string, unknown>>;
  return { ...record, [first]: put(record[first], rest, value) };
}
