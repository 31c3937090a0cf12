import { errorCode } from '../error-code.ts';

declare module '../services.ts' {
  interface Services {
    /** Sends traces to a collector; null if none is configured. */
    readonly tracing: Tracing | null;
  }
}

/** The attributes of a span: never a secret, an e-mail or a query value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An open span of a trace. */
interface OpenSpan {
  /** Adds attributes that have become available. */
  note(attributes: Attributes): void;
  /** Runs work in the context of this span, so that its spans become children. */
  within<Result>(work: () => Result): Result;
  /** @param failure on failure, an error code or a message for operators */
  end(failure?: string): void;
}

/** The kind of a span: server, client, or internal. */
export type SpanKind = 'server' | 'client' | 'internal';

/** Traces this server's work, if an endpoint is configured. */
export interface Tracing {
  /** Begins a child span of the current span, if there is one. */
  begin(name: string, kind: SpanKind, attributes: Attributes): OpenSpan;
  /** Whether there is a current span. */
  underWay(): boolean;
  /** Sends the remaining spans, with a short timeout. */
  close(): Promise<void>;
}

/**
 * Runs work as a span, if tracing is enabled.
 *
 * @example
 * await traced(tracing, 'job send-mail', 'internal', {}, () => job.run(run));
 */
export async function traced<Result>(
  tracing: Tracing | null,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span?: OpenSpan) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const span = tracing.begin(name, kind, attributes);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(nameOf(error));
    throw error;
  }
}

/** The code or name of an error. Its message is not used, because it may quote user input. */
export function nameOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.name : 'Error');
}
