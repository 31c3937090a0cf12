import { abortWith } from '../time/abort.ts';
import type { Clock } from '../time/clock.ts';
import { createEventParser, type ServerEvent } from './server-events.ts';

/** The server sends the lease's state at once; a stream without an event within this time is held back by a proxy. */
const firstLimit = 10_000;
/** The server writes something every 15 s; a stream that is silent for longer than this is dead. */
const silenceLimit = 40_000;

export interface ReadEventsOptions {
  readonly clock: Clock;
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ServerEvent) => void;
}

/** Reads a stream of events until it ends, is silent for too long, or the signal aborts. */
export async function readEvents({ clock, open, signal, onEvent }: ReadEventsOptions): Promise<void> {
  const connection = new AbortController();
  const unlink = abortWith(connection, signal);
  let limit = firstLimit;
  let cancel: () => void = () => undefined;
  const listen = () => {
    cancel();
    cancel = clock.after(limit, () => connection.abort());
  };
  try {
    const response = await open(connection.signal);
    listen();
    const decoder = new TextDecoder();
    const feed = createEventParser((event) => {
      limit = silenceLimit;
      onEvent(event);
    });
    for await (const piece of pieces(response, connection.signal)) {
      feed(decoder.decode(piece, { stream: true }));
      if (limit === silenceLimit) listen();
    }
  } finally {
    cancel();
    unlink();
  }
}

/**
 * Yields the chunks of a response body until the signal aborts. They are read by its reader, since not every browser can
 * iterate streams.
 */
async function* pieces(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const cancel = () => void reader.cancel().catch(() => undefined);
  try {
    if (signal.aborted) return;
    signal.addEventListener('abort', cancel);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
