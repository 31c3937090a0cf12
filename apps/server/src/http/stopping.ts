import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';

/**
 * How the app behaves while the server goes: as long as it drains, connections close with their next reply, so that
 * their clients find another server; once it stops, what is in flight is finished, and no stream begins any more.
 */
export function installStopping(
  app: FastifyInstance,
  { draining, stopping }: Pick<Services, 'draining' | 'stopping'>,
): void {
  app.addHook('onRequest', async (request) => {
    if (stopping.aborted && request.routeOptions.config.call?.answers === 'events') throw isStopping();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining.aborted) reply.header('connection', 'close');
  });
}

function isStopping(): ProblemError {
  const message = 'This server is stopping. Connect again.';
  return new ProblemError(503, [{ code: 'stopping', message }], { retryAfter: 1 });
}
