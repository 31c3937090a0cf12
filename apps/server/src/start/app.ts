import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { bindCalls } from '../http/bind.ts';
import { installCompression } from '../http/compression.ts';
import { refuseConnection } from '../http/connection-failures.ts';
import {
  closeUnusedConnections,
  installHashingYield,
  installReplyHeaders,
  installRequestLog,
  installStopping,
  type RequestTimeouts,
  routableUrl,
  timeoutOptions,
  usualTimeouts,
} from '../http/every-request.ts';
import { installFailures, sendFrameworkFailure } from '../http/failures.ts';
import { refuseLongHeaders } from '../http/header-bounds.ts';
import { installOperations } from '../http/health/operations.ts';
import { installLoadShedding } from '../http/health/overload.ts';
import { acceptJsonOnly, bodyLimits } from '../http/input.ts';
import { installConsole } from '../http/pages/console.ts';
import { installOpenApi } from '../http/pages/openapi.ts';
import { sendFailure } from '../http/reply.ts';
import { bindScim } from '../http/scim.ts';
import { traceRequests } from '../http/trace-requests.ts';
import { installMetrics, type Metrics, measureRequests } from '../metrics/metrics.ts';
import { handlers } from '../modules/calls.ts';
import { scim } from '../modules/directories/scim-calls.ts';
import { installOAuth, isOAuthPath } from '../modules/oauth/install-oauth.ts';
import { installSingleSignOn } from '../modules/single-sign-on/sign-in-routes.ts';
import { notFound } from '../problem.ts';
import type { Services } from '../services.ts';

/** Maximum size of the request head that Node.js reads, in bytes: no path is longer. */
const longestHead = 16 * 1024;

export interface AppOptions {
  /** Folder of the built console, or null for an API without one. */
  readonly consoleDirectory: string | null;
  /** Proxies whose X-Forwarded-For is trusted; none when false. */
  readonly trustProxy: boolean | string;
  /** Origins whose pages may call the API; usually none. */
  readonly corsOrigins: readonly string[];
  /** Makes mail readable at /dev/mailbox, in a demo only. */
  readonly installMailbox?: ((app: FastifyInstance, services: Services) => void) | undefined;
  /** The mail server; without one, /readyz reports how much mail waits. */
  readonly smtpUrl?: string | undefined;
  /** Measures the requests, if metrics are enabled. */
  readonly metrics?: Metrics | undefined;
  /** The token that allows a caller to read /metrics; without one, /metrics is closed. */
  readonly metricsToken?: string | undefined;
  readonly timeouts?: RequestTimeouts | undefined;
}

/** Creates the HTTP application: every call of the contract, the console, and the endpoints for operators. */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request-id' }),
    bodyLimit: bodyLimits.anonymous,
    trustProxy: options.trustProxy,
    ...timeoutOptions(options.timeouts ?? usualTimeouts),
    genReqId: () => randomUUID(),
    // Ids of any length reach their call, which decides whether the caller may see that there is no such resource.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: longestHead },
    rewriteUrl: routableUrl,
    frameworkErrors: (error, _request, reply) => sendFrameworkFailure(error, reply),
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    // A request that reaches a stopping server is served: its connection was opened before.
    return503OnClosing: false,
  });
  app.decorateRequest('actor', null);
  if (services.tracing) traceRequests(app, services.tracing);
  installReplyHeaders(app);
  closeUnusedConnections(app);
  installRequestLog(app);
  refuseLongHeaders(app);
  installHashingYield(app, services);
  if (options.metrics) measureRequests(app, options.metrics);
  installStopping(app, services);
  acceptJsonOnly(app);
  installFailures(app);
  await installLoadShedding(app);
  await installCompression(app);
  installOAuth(app, services);
  if (options.corsOrigins.length > 0) {
    const allowed = crossOrigin(options.corsOrigins);
    await app.register(cors, {
      delegator: (request, done) =>
        done(null, isOAuthPath(request.routeOptions.url ?? request.url) ? { origin: false } : allowed),
    });
  }
  bindCalls(app, services, handlers);
  bindScim(app, services, scim);
  installSingleSignOn(app, services);
  options.installMailbox?.(app, services);
  installOperations(app, services, options.installMailbox ? null : { smtpUrl: options.smtpUrl });
  installOpenApi(app, services.installation);
  if (options.metrics && options.metricsToken) installMetrics(app, options.metrics, options.metricsToken);
  if (options.consoleDirectory) await installConsole(app, options.consoleDirectory);
  else app.setNotFoundHandler((_request, reply) => sendFailure(reply, 404, notFound().problems));
  return app;
}

/** Pages of other origins may make every call, and read the headers that a client needs. */
function crossOrigin(origins: readonly string[]) {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed'],
    maxAge: 600,
  };
}
