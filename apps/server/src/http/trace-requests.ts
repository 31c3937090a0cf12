import type { FastifyInstance } from 'fastify';
import type { Tracing } from '../tracing/tracing.ts';
import { monitoringPaths } from './health/operations.ts';

/**
 * Traces each request. The request id, which every reply and error message names, is an attribute, so that the trace
 * can be found by it. Bodies, headers and queries are not recorded, and of the path only its pattern.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (monitoringPaths.has(route)) return done();
    const { call } = config;
    const span = tracing.begin(`${request.method} ${route ?? 'unknown'}`, 'server', {
      'http.request.method': request.method,
      'http.route': route,
      'keyhold.request-id': request.id,
      'keyhold.call': call?.name,
    });
    // Also for a stream, and for a request whose client has disconnected.
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.note({ 'http.response.status_code': statusCode, 'keyhold.account': request.actor?.accountId });
      span.end(statusCode >= 500 ? String(statusCode) : undefined);
    });
    span.within(done);
  });
}
