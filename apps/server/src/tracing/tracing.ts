/** What a span says of itself: never a secret, an e-mail or a value of a query. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A part of a trace, which is under way. */
export interface OpenSpan {
  /** Adds what is known by now. */
  note(attributes: Attributes): void;
  /** Runs what happens below it. */
  within<Result>(work: () => Result): Result;
  /** @param failure a code or a sentence for operators, where it failed */
  end(failure?: string): void;
}

/** The kind of a span: server, client, or internal. */
export type SpanKind = 'server' | 'client' | 'internal';

/** Traces of what this server does, where an endpoint for them is configured. */
export interface Tracing {
  /** Begins a span below the one under way, if there is one. */
  begin(name: string, kind: SpanKind, attributes: Attributes): OpenSpan;
  /** Whether there is a span under way. */
  underWay(): boolean;
  /** Sends what is left, for a moment at most. */
  close(): Promise<void>;
}

/**
 * Runs work as a span, where traces are on.
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

/** What an error is called. Its message may quote a user's input. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
