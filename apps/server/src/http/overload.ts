import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';

/** Mean delay of the event loop within a second, in milliseconds, from which on the server is overloaded. */
const mostDelay = 750;
/** Seconds until a caller may try again: the delay is measured each second. */
const retryAfter = 2;

/** What is answered however busy the server is, so that nobody restarts it for being busy. */
const alwaysAnswered: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Turns requests away, quickly and with a time to come back, while the server cannot keep up. */
export async function installOverload(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: mostDelay,
    pressureHandler: async (request) => {
      if (!isSpared(request)) throw overloaded();
    },
  });
}

function isSpared({ routeOptions }: FastifyRequest): boolean {
  return alwaysAnswered.has(routeOptions.url) || routeOptions.config.call?.answers === 'events';
}

function overloaded(): ProblemError {
  const message = 'The server has more to do than it can at this moment. Try again shortly.';
  return new ProblemError(503, [{ code: 'overloaded', message }], { retryAfter });
}
