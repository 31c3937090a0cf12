import { backoff } from './backoff.ts';
import { type Clock, pause } from './clock.ts';
import { RefusedError } from './errors.ts';
import { readEvents } from './event-stream.ts';
import type { ServerEvent } from './server-events.ts';

/** A stream that broke so often in a row without any event may be held back by something in between. */
const mostBarren = 2;
/** For so long, in milliseconds, questions take the place of a stream that cannot be held. */
const pollFor = 10 * 60_000;
/** Delay between two polls, in milliseconds: the server holds each one itself while there is no event. */
const betweenPolls = 500;

export interface FollowOptions {
  readonly clock: Clock;
  /** Opens the stream of events. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Asks for events once, and waits for them on the server's side (long poll). */
  readonly poll: (signal: AbortSignal) => Promise<readonly ServerEvent[]>;
  readonly onEvent: (event: ServerEvent) => void;
  /** The server refused: something has become of the lease, and a heartbeat will say what. */
  readonly onRefused: () => void;
}

/**
 * Follows the events of a lease: by a stream, which is opened again whenever it breaks, or by asking again and again
 * where something in between lets no stream through. Returns what ends it.
 */
export function followEvents({ clock, open, poll, onEvent, onRefused }: FollowOptions): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let failures = 0;
  let barren = 0;
  let pollUntil = Number.NEGATIVE_INFINITY;

  function hear(event: ServerEvent) {
    failures = 0;
    if (!signal.aborted) onEvent(event);
  }

  async function stream(): Promise<void> {
    let received = false;
    try {
      await readEvents({
        clock,
        open,
        signal,
        onEvent(event) {
          received = true;
          hear(event);
        },
      });
    } finally {
      barren = received ? 0 : barren + 1;
    }
  }

  async function ask(): Promise<void> {
    try {
      for (const event of await poll(signal)) hear(event);
      failures = 0;
    } catch (error) {
      // Not the stream's fault, then: the server is away.
      barren = 0;
      pollUntil = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  async function once(): Promise<void> {
    if (clock.now() < pollUntil) return ask();
    if (barren >= mostBarren) await ask();
    try {
      await stream();
    } finally {
      // The server responds, and yet no stream comes through.
      if (barren > mostBarren) pollUntil = clock.now() + pollFor;
    }
    failures += 1;
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await once();
      } catch (error) {
        failures += 1;
        // A broken connection is expected; whatever it was, the heartbeats go on and it is tried again.
        if (error instanceof RefusedError && !signal.aborted) onRefused();
      }
      await pause(clock, failures === 0 ? betweenPolls : backoff(failures, clock.random()), signal);
    }
  }

  void follow();
  return () => ended.abort();
}
