import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

/**
 * How the app behaves while the server stops: what is in flight is finished on connections that then close, and no
 * stream begins any more.
 */
export function installStopping(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onRequest', async (request) => {
    if (stopping.aborted && request.routeOptions.config.call?.answers === 'events') throw isStopping();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
}

function isStopping(): ProblemError {
  const message = 'This server is stopping. Connect again.';
  return new ProblemError(503, [{ code: 'stopping', message }], { retryAfter: 1 });
}
