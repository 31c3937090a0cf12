import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP sends it in JSON, with its attributes as an object. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

interface SentSpan extends Omit<CollectedSpan, 'attributes'> {
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, string | number | boolean> }[];
}

interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
}

/** Starts a trace collector, which receives `POST /v1/traces` by OTLP over HTTP. */
export async function startTraceCollector() {
  const texts: string[] = [];
  const headers: Record<string, string | string[] | undefined>[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    if (request.url === '/v1/traces') {
      texts.push(text);
      headers.push(request.headers);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    /** Everything received, unchanged. */
    text: () => texts.join('\n'),
    spans: (): CollectedSpan[] =>
      texts.flatMap((text) =>
        (JSON.parse(text) as Sent).resourceSpans
          .flatMap(({ scopeSpans }) => scopeSpans)
          .flatMap(({ spans }) => spans)
          .map((span) => ({
            ...span,
            attributes: Object.fromEntries(
              span.attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']),
            ),
          })),
      ),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
