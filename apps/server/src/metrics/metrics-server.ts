import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** A server that serves /metrics and nothing else. */
interface MetricsServer {
  listen(host: string, port: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates a server on a separate port for metrics, so that a network can restrict it to Prometheus. */
export function createMetricsServer(metrics: Metrics, log: Logger): MetricsServer {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'The metrics could not be read.');
        response.writeHead(500).end();
      },
    );
  });
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve());
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
