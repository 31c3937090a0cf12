import type { Problem } from '@keyhold/contract';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isAway } from '../db/away.ts';
import { ProblemError } from '../problem.ts';
import { sendFailure } from './reply.ts';
import { securityHeaders } from './security-headers.ts';

interface Failure {
  readonly status: number;
  readonly problem: Problem;
  readonly retryAfter?: number;
}

/** What the framework itself refuses, in our words. */
const frameworkFailures: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    problem: { code: 'too-large', message: 'The request body is larger than 1 MiB. Send less at once.' },
  },
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
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, problem: { code: 'not-found', message: 'Not found' } },
};

const away: Failure = {
  status: 503,
  problem: { code: 'database-away', message: 'The database cannot be reached at the moment. Try again shortly.' },
  retryAfter: 2,
};
const unexpected: Failure = {
  status: 500,
  problem: {
    code: 'unexpected',
    message: 'Something went wrong on our side. Try again; if it stays, tell your administrator the request id.',
  },
};

/** Turns whatever a call throws into a failure reply; nothing of its inside leaves the server but into the log. */
export function installFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ProblemError) {
      // Every 401 says how to authenticate (RFC 9110, section 15.5.2).
      if (error.status === 401) reply.header('www-authenticate', 'Bearer');
      if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
      return sendFailure(reply, error.status, error.problems, error.details);
    }
    const failure = failureOf(error);
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
    if (failure.status >= 500) request.log.error({ err: error }, 'A request failed.');
    return sendFailure(reply, failure.status, [failure.problem]);
  });
}

/** Answers what is refused before it comes to any call, such as an address that cannot be decoded. */
export function sendFrameworkFailure(error: FastifyError, reply: FastifyReply): void {
  const { status, problem } = failureOf(error);
  // No hook runs for these.
  sendFailure(reply.headers({ ...securityHeaders, 'x-request-id': reply.request.id }), status, [problem]);
}

function failureOf(error: FastifyError): Failure {
  const known = frameworkFailures[error.code];
  if (known) return known;
  if (isAway(error)) return away;
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return {
      status: error.statusCode,
      problem: { code: 'invalid-request', message: 'This request is not valid HTTP for this server.' },
    };
  }
  return unexpected;
}
