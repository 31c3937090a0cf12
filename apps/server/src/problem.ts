import type { Problem as AnyProblem, ProblemCode } from '@keyhold/contract';

/** A problem whose code this server can return. */
export type Problem = AnyProblem & { readonly code: ProblemCode };

/**
 * A refusal with messages for the user. Operations throw it; the server replies with its status and one sentence for
 * each problem, the most useful first.
 */
export class ProblemError extends Error {
  readonly status: number;
  readonly problems: readonly [Problem, ...Problem[]];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | null;
  /** Additional fields of a refusal, for programs. */
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

/** 401: the caller is not signed in, or the session has ended. */
export function unauthenticated(): ProblemError {
  return new ProblemError(401, [{ code: 'unauthenticated', message: 'Authentication is required.' }]);
}

/** 403: no policy allows the action. */
export function forbidden(): ProblemError {
  return new ProblemError(403, [{ code: 'forbidden', message: "You don't have authorization for this action." }]);
}

/** 404: the resource does not exist or is not accessible to the caller; both look the same. */
export function notFound(): ProblemError {
  return new ProblemError(404, [{ code: 'not-found', message: 'Not found' }]);
}

/** 409: the change conflicts with the current state. */
export function conflict(code: ProblemCode, message: string, path?: string): ProblemError {
  return new ProblemError(409, [path === undefined ? { code, message } : { code, path, message }]);
}

/** 412: the resource was changed since the caller read it. */
export function stale(): ProblemError {
  return new ProblemError(412, [
    { code: 'stale', message: 'Somebody changed this in the meantime. Reload it and make your change again.' },
  ]);
}

/** 499: the caller has disconnected and does not receive the reply. */
export function connectionClosed(): ProblemError {
  return new ProblemError(499, [{ code: 'connection-closed', message: 'The connection was closed.' }]);
}
