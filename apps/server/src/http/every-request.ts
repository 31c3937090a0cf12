import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';
import { monitoringPaths } from './health/operations.ts';
import { securityHeaders } from './security-headers.ts';

/** Paths of calls. */
const callPath = /^\/[a-z]+\/v1\//;

/**
 * The URL to route a request by. An id in a call's path that cannot be decoded, such as `%zz`, is taken literally: its
 * call then refuses it like any other malformed id, for callers who may know (401, 403, 404). A browser that opens such
 * an address gets the console's page.
 */
export function routableUrl({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (!url.includes('%')) return url;
  if (!callPath.test(url) && !headers.accept?.includes('text/html')) return url;
  const [path = '', ...query] = url.split('?');
  return isDecodable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Adds the request's id and the security headers to every reply. */
export function installReplyHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    done(null, payload);
  });
}

/** Makes password hashing yield a processor to the requests of signed-in users. */
export function installHashingYield(app: FastifyInstance, services: Pick<Services, 'passwords'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { call } = request.routeOptions.config;
    if (call && call.access.kind !== 'public') services.passwords.giveWay();
    done();
  });
}

/** Longest logged part of a path, in characters. */
const loggedPath = 200;

/**
 * Logs one line for each completed request, without its body, headers or query: these carry tokens, passwords and
 * activation keys.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    request.log[monitoringPaths.has(request.routeOptions.url) ? 'debug' : 'info'](
      {
        method: request.method,
        call: call?.name,
        // The path of a public call may contain a secret, such as a challenge.
        path: call?.access.kind === 'public' ? call.path : request.url.slice(0, loggedPath).split('?')[0],
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

/**
 * Defines how the app behaves during shutdown. While it drains, connections close with their next reply, so that their
 * clients move to another server. Once it stops, requests in flight are finished, and reads are refused with 503: a
 * proxy then retries them on another server, and sends no request that could reach the port while it closes.
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

/** How long a request may take to arrive, in milliseconds. The time to answer is not limited: streams last. */
export interface RequestTimeouts {
  readonly head: number;
  /** Headers and body together: 1 MiB at 18 kB a second. */
  readonly request: number;
  /** How often connections are checked; a timeout may be exceeded by this much. */
  readonly check: number;
}

export const usualTimeouts: RequestTimeouts = { head: 15_000, request: 60_000, check: 5_000 };

/** The timeouts as Fastify options: the checks of Node.js need all three. */
export function timeoutOptions({ head, request, check }: RequestTimeouts) {
  return { requestTimeout: request, http: { headersTimeout: head, connectionsCheckingInterval: check } };
}

/**
 * When the server closes, closes connections that have sent nothing yet. Node.js treats them as neither idle nor timed
 * out once the server closes, so it would wait for as long as their clients keep them open.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
