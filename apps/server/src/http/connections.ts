import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a request may take to arrive, in milliseconds. What its answer takes is not limited: streams last. */
export interface RequestTimeouts {
  readonly head: number;
  /** Head and body together: 1 MiB at 18 kB a second. */
  readonly request: number;
  /** How often connections are checked, by which a timeout may be exceeded. */
  readonly check: number;
}

export const usualTimeouts: RequestTimeouts = { head: 15_000, request: 60_000, check: 5_000 };

/** The timeouts as Fastify takes them: the checks of Node.js need all three. */
export function timeoutOptions({ head, request, check }: RequestTimeouts) {
  return { requestTimeout: request, http: { headersTimeout: head, connectionsCheckingInterval: check } };
}

/**
 * Closes connections that have sent nothing yet together with the server. To Node.js they are neither idle nor timed out
 * once the server closes, so that it would wait for them for as long as their clients keep them.
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
