import type { Problem as AnyProblem, ProblemCode } from '@keyhold/contract';

/** A problem as this server says it. */
export type Problem = AnyProblem & { readonly code: ProblemCode };

/**
 * A refusal that a person can read. Operations throw it; the server answers its status with one sentence for each
 * problem, the most useful first.
 */
export class ProblemError extends Error {
  readonly status: number;
  readonly problems: readonly [Problem, ...Problem[]];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | null;
  /** What a refusal has for programs beside its problems, in fields of its own. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    problems: readonly [Problem, ...Problem[]],
    options: { readonly retryAfter?: number; readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(problems[0].message);
    this.name = 'ProblemError';
    this.status = status;
    this.problems = problems;
    this.retryAfter = options.retryAfter ?? null;
    this.details = options.details ?? {};
  }
}

/** 400: one field of the request is wrong. */
export function invalid(path: string, message: string, code: ProblemCode = 'invalid'): ProblemError {
  return new ProblemError(400, [{ code, path, message }]);
}

/** 401: the caller is not signed in, or no longer. */
export function unauthenticated(): ProblemError {
  return new ProblemError(401, [{ code: 'unauthenticated', message: 'Authentication is required.' }]);
}

/** 403: no policy allows it. */
export function forbidden(): ProblemError {
  return new ProblemError(403, [{ code: 'forbidden', message: "You don't have authorization for this action." }]);
}

/** 404: it does not exist, or is out of the caller's reach: both read alike. */
export function notFound(): ProblemError {
  return new ProblemError(404, [{ code: 'not-found', message: 'Not found' }]);
}

/** 409: the change does not fit what is there. */
export function conflict(code: ProblemCode, message: string, path?: string): ProblemError {
  return new ProblemError(409, [path === undefined ? { code, message } : { code, path, message }]);
}

/** 412: it was changed since the caller read it. */
export function stale(): ProblemError {
  return new ProblemError(412, [
    { code: 'stale', message: 'Somebody changed this in the meantime. Reload it and make your change again.' },
  ]);
}

/** 499: the caller has disconnected, and nobody reads this. */
export function connectionClosed(): ProblemError {
  return new ProblemError(499, [{ code: 'connection-closed', message: 'The connection was closed.' }]);
}
