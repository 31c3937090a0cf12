import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';

/**
 * How the app behaves while the server goes: as long as it drains, connections close with their next reply, so that
 * their clients find another server; once it stops, what is in flight is finished, and reads are refused with 503.
 * A proxy then retries them on another server, and sends this one nothing that could meet its port as it closes.
 */
export function installStopping(
  app: FastifyInstance,
  { draining, stopping }: Pick<Services, 'draining' | 'stopping'>,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const reads = request.method === 'GET' && request.routeOptions.config.call !== undefined;
    done(stopping.aborted && reads ? isStopping() : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
}

function isStopping(): ProblemError {
  const message = 'This server is stopping. Connect again.';
  return new ProblemError(503, [{ code: 'stopping', message }], { retryAfter: 1 });
}
