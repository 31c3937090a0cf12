import type { FastifyInstance } from 'fastify';

/** Paths that monitoring requests every few seconds: logged at debug level. */
const frequent: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Logs one line for each completed request. Nothing of a body, a header or a query stands in it: tokens, passwords and
 * activation keys travel there.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    request.log[frequent.has(request.routeOptions.url) ? 'debug' : 'info'](
      {
        method: request.method,
        call: call?.name,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.actor?.accountId,
        user: request.actor?.rn,
        address: request.ip,
      },
      'A request was answered.',
    );
    done();
  });
}
