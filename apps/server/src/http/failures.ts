import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutcomeUnknown, isUnavailable } from '../db/errors.ts';
import { notFound, type Problem, ProblemError } from '../problem.ts';
import { bodyLimits } from './input.ts';
import { sendFailure } from './reply.ts';
import { securityHeaders } from './security-headers.ts';

interface Failure {
  readonly status: number;
  readonly problem: Problem;
  readonly retryAfter?: number;
}

/** The framework's own errors, with this product's messages. */
const frameworkFailures: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    problem: {
      code: 'unsupported-media-type',
      message: 'Send the request body as JSON, with the header Content-Type: application/json.',
    },
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    problem: { code: 'invalid-json', message: 'The request body is not valid JSON.' },
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    problem: { code: 'invalid-length', message: 'The request body is not as long as its Content-Length says.' },
  },
  FST_ERR_BAD_URL: { status: 400, problem: { code: 'invalid-url', message: 'This address is not a valid URL.' } },
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, problem: notFound().problems[0] },
};

function bodyTooLarge(limit: number): Failure {
  const size = limit >= mebibyte ? `${limit / mebibyte} MiB` : `${limit / 1024} KiB`;
  return {
    status: 413,
    problem: { code: 'too-large', message: `The request body is larger than ${size}. Send less at once.` },
  };
}

const mebibyte = 1024 * 1024;

/** A request that Node.js or the framework cannot parse. */
export const notHttp: Problem = {
  code: 'invalid-request',
  message: 'This request is not valid HTTP for this server.',
};

const unavailable: Failure = {
  status: 503,
  problem: { code: 'database-away', message: 'The database cannot be reached at the moment. Try again shortly.' },
  retryAfter: 2,
};
/** Whether the change was made is unknown, or it was made and its reply is not there. */
export const outcomeUnknown = {
  status: 503,
  problem: {
    code: 'outcome-unknown',
    message:
      'The connection to the database was lost while this was being saved: it may be saved or not. Look before you repeat it; the same request with its Idempotency-Key finds out.',
  },
  retryAfter: 2,
} as const satisfies Failure;
/** The client has disconnected: this appears in the log only. */
const aborted: Failure = {
  status: 400,
  problem: { code: 'broken-off', message: 'The request was broken off before it had arrived.' },
};
const unexpected: Failure = {
  status: 500,
  problem: {
    code: 'unexpected',
    message: 'Something went wrong on our side. Try again; if it stays, tell your administrator the request id.',
  },
};

/** Turns what a call throws into a failure reply; internal details go to the log only. */
export function installFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, problems, details } = refuse(error, request, reply);
    return sendFailure(reply, status, problems, details);
  });
}

/**
 * Returns the status, problems and details for a thrown error. Sets the headers that go with them, and logs what the
 * caller must not see.
 */
export function refuse(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Pick<ProblemError, 'status' | 'problems' | 'details'> {
  if (error instanceof ProblemError) {
    // Every 401 names the authentication scheme (RFC 9110, section 15.5.2).
    if (error.status === 401) reply.header('www-authenticate', 'Bearer');
    if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
    return error;
  }
  const { status, problem, retryAfter } = isBrokenOff(error, request)
    ? aborted
    : failureOf(error, request.routeOptions.bodyLimit);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (status >= 500) request.log.error({ err: error }, 'A request failed.');
  return { status, problems: [problem], details: {} };
}

/** Whether a request was broken off, which is logged. Fastify passes on the error that ended the body's stream. */
export function isBrokenOff(error: FastifyError, request: FastifyRequest): boolean {
  const isAborted = error === request.raw.errored;
  if (isAborted) request.log.info({ address: request.ip }, aborted.problem.message);
  return isAborted;
}

/** Sends errors that precede any call, such as for a URL that cannot be decoded. */
export function sendFrameworkFailure(error: FastifyError, reply: FastifyReply): void {
  const { status, problem } = failureOf(error, bodyLimits.anonymous);
  // No hook runs for these.
  sendFailure(reply.headers({ ...securityHeaders, 'x-request-id': reply.request.id }), status, [problem]);
}

function failureOf(error: FastifyError, bodyLimit: number): Failure {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(bodyLimit);
  const known = frameworkFailures[error.code];
  if (known) return known;
  if (isOutcomeUnknown(error)) return outcomeUnknown;
  if (isUnavailable(error)) return unavailable;
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, problem: notHttp };
  }
  return unexpected;
}
