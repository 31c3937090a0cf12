import { rawLimit } from '@keyhold/contract';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../problem.ts';

/**
 * The longest values of the headers that this server reads, in characters. The user agent is cut instead, and the
 * others together are bounded by the request's head.
 */
const headerLimits = {
  accept: 500,
  'accept-encoding': 500,
  'accept-language': 500,
  authorization: 4_000,
  'content-type': 200,
  cookie: 4_000,
  'idempotency-key': 200,
  'if-match': 1_000,
  'if-none-match': 1_000,
  'last-event-id': 200,
  origin: 500,
} as const;

/** Refuses a request with a header beyond its bound, before anything reads the header. */
export function refuseLongHeaders(app: FastifyInstance): void {
  const limits = Object.entries(headerLimits);
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    for (const [name, limit] of limits) {
      const { length = 0 } = headers[name] ?? '';
      if (length <= rawLimit(limit)) continue;
      // The reply is not adapted to it, either.
      delete headers[name];
      return done(invalid(name, `The header ${name} has at most ${limit} characters.`));
    }
    done();
  });
}
