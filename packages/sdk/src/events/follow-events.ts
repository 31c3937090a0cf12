import { RefusedError } from '../replies/errors.ts';
import { backoff } from '../time/backoff.ts';
import { type Clock, pause } from '../time/clock.ts';
import { readEvents } from './event-stream.ts';
import type { ServerEvent } from './server-events.ts';

/** After this many streams in a row that broke without an event, a proxy may be holding the stream back. */
const maxBarren = 2;
/** How long polls replace a stream that does not get through, in milliseconds. */
const pollFor = 10 * 60_000;
/** Delay between two polls, in milliseconds: the server holds each one itself while there is no event. */
const betweenPolls = 500;

export interface FollowOptions {
  readonly clock: Clock;
  /** Opens the stream of events. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Requests events once; the server waits for them (long poll). */
  readonly poll: (signal: AbortSignal) => Promise<readonly ServerEvent[]>;
  readonly onEvent: (event: ServerEvent) => void;
  /** The server refused: the lease changed, and a heartbeat will report how. */
  readonly onRefused: () => void;
}

/**
 * Follows the events of a lease by a stream, which is reopened whenever it breaks, or by polling when a proxy lets no
 * stream through. Returns a function that stops it.
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
      // The stream is not at fault: the server is unreachable.
      barren = 0;
      pollUntil = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  async function once(): Promise<void> {
    if (clock.now() < pollUntil) return ask();
    if (barren >= maxBarren) await ask();
    try {
      await stream();
    } finally {
      // The server responds, but no stream gets through.
      if (barren > maxBarren) pollUntil = clock.now() + pollFor;
    }
    failures += 1;
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await once();
      } catch (error) {
        failures += 1;
        // A broken connection is expected: after any error the heartbeats continue, and the loop retries.
        if (error instanceof RefusedError && !signal.aborted) onRefused();
      }
      await pause(clock, failures === 0 ? betweenPolls : backoff(failures, clock.random()), signal);
    }
  }

  void follow();
  return () => ended.abort();
}
