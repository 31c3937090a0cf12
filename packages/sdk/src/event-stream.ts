import { backoff } from './backoff.ts';
import { type Clock, pause } from './clock.ts';
import { RefusedError } from './errors.ts';
import { createEventParser, type ServerEvent } from './server-events.ts';

/** The server writes something every 15 s; a stream that is silent for longer than this is dead. */
const silenceLimit = 40_000;

export interface EventStreamOptions {
  readonly clock: Clock;
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: ServerEvent) => void;
  /** The server refused the stream: something has become of the lease, and a heartbeat will say what. */
  readonly onRefused: () => void;
}

/** Follows a stream of events, and opens it again whenever it breaks. Returns what ends it. */
export function followEvents({ clock, open, onEvent, onRefused }: EventStreamOptions): () => void {
  const ended = new AbortController();
  let failures = 0;

  async function readOnce(): Promise<void> {
    const broken = new AbortController();
    const signal = AbortSignal.any([ended.signal, broken.signal]);
    let cancel: () => void = () => undefined;
    const listen = () => {
      cancel();
      cancel = clock.after(silenceLimit, () => broken.abort());
    };
    try {
      const response = await open(signal);
      listen();
      const decoder = new TextDecoder();
      const feed = createEventParser((event) => {
        failures = 0;
        if (!ended.signal.aborted) onEvent(event);
      });
      for await (const piece of pieces(response)) {
        listen();
        feed(decoder.decode(piece, { stream: true }));
      }
    } finally {
      cancel();
    }
  }

  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await readOnce();
      } catch (error) {
        // A broken connection is expected; whatever it was, the heartbeats go on and the stream is opened again.
        if (error instanceof RefusedError && !ended.signal.aborted) onRefused();
      }
      failures += 1;
      await pause(clock, backoff(failures, clock.random()), ended.signal);
    }
  }

  void follow();
  return () => ended.abort();
}

/** The body of a response, piece by piece; by its reader, since not every browser iterates streams. */
async function* pieces(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
