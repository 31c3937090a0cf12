import { setTimeout as wait } from 'node:timers/promises';
import { version } from '../version.ts';
import type { Attributes, SpanKind, Tracing } from './tracing.ts';

interface TracingSettings {
  /** The collector's address for OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  /** Additional headers that the collector requires, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of this service in traces. */
  readonly service: string;
  /** The share of traces that are sent, 0 to 1. */
  readonly share: number;
}

/** Maximum wait for the collector when the server stops, in milliseconds. */
const patience = 2_000;

/**
 * Starts tracing with OpenTelemetry. Its packages are loaded only here, so that a server without traces does not load
 * them. An unavailable collector delays nothing: spans wait in a bounded queue, and are dropped when it is full.
 */
export async function openTracing({ endpoint, headers, service, share }: TracingSettings): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ]);
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers: { ...headers } }) })],
  });
  const tracer = provider.getTracer('keyhold', version);
  // Not registered globally: two servers in one process have two.
  const contexts = new AsyncLocalStorageContextManager().enable();
  const kinds: Readonly<Record<SpanKind, number>> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  return {
    begin(name, kind, attributes) {
      const parent = contexts.active();
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: given(attributes) }, parent);
      const context = api.trace.setSpan(parent, span);
      return {
        note: (more) => void span.setAttributes(given(more)),
        within: (work) => contexts.with(context, work),
        end(failure) {
          if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure });
          span.end();
        },
      };
    },
    underWay: () => api.trace.getSpan(contexts.active()) !== undefined,
    async close() {
      await Promise.race([provider.shutdown().catch(() => undefined), wait(patience, undefined, { ref: false })]);
      contexts.disable();
    },
  };
}

/** Omits undefined attributes. */
function given(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
