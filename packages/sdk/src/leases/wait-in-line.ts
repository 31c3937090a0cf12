import { callBack } from '../events/callback.ts';
import { followEvents } from '../events/follow-events.ts';
import type { ServerEvent } from '../events/server-events.ts';
import { AuthenticationError, PlaceLostError, RefusedError } from '../replies/errors.ts';
import { isRecord, numberOrNull, parseJson, textOrNull } from '../replies/json.ts';
import { type Clock, pause } from '../time/clock.ts';
import { isTransient, retry } from '../time/retry.ts';
import type { ConsumeRequest } from './consume-request.ts';
import type { Grant, LeaseCalls, Place } from './lease-calls.ts';
import { isRefusal } from './release-seat.ts';

/** Delay before the place is looked at again after the server refused its events, in milliseconds. */
const afterRefusal = 1000;

interface Waiting {
  readonly clock: Clock;
  readonly calls: LeaseCalls;
  readonly request: ConsumeRequest;
  /** The attempts of each request. */
  readonly attempts: number;
}

/**
 * Waits in line from a place until a seat is taken. While the server cannot be reached, the place is kept for as long as the
 * server keeps it.
 *
 * @throws {PlaceLostError} when the place has ended.
 * @throws the reason of the request's signal, when it aborts.
 */
export async function waitInLine(waiting: Waiting, first: Place): Promise<Grant> {
  const { clock, calls, request, attempts } = waiting;
  const { signal } = request;
  const place = { ...first };
  const show = () => {
    const ask = (message: string) => calls.ask(place, message);
    const shown = { place: place.place, estimateMs: place.estimateMs, ask };
    callBack('The function onPlace', () => request.onPlace?.(shown));
  };
  show();
  return new Promise<Grant>((resolve, reject) => {
    let isOver = false;
    let isTaking = false;
    const stop = followEvents({
      clock,
      open: (ended) => calls.placeEvents(place, ended),
      poll: (ended) => calls.waitForSeat(place, place.place, ended),
      onEvent: hear,
      onRefused: () => void take(),
    });
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();

    function finish(settle: () => void) {
      if (isOver) return;
      isOver = true;
      stop();
      signal?.removeEventListener('abort', leave);
      settle();
    }

    function leave() {
      // A lost request costs nothing: a place without signs of life ends by itself.
      void retry(clock, attempts, () => calls.leaveLine(place)).catch(() => undefined);
      finish(() => reject(signal?.reason));
    }

    function hear({ event, data }: ServerEvent) {
      const parsed = parseJson(data);
      const content = isRecord(parsed) ? parsed : {};
      if (event === 'offered') void take();
      else if (event === 'ended') end(textOrNull(content['reason']) ?? 'lost');
      else if (event === 'state' || event === 'place') {
        const now = numberOrNull(content['place']) ?? place.place;
        const estimate = numberOrNull(content['estimate-ms']);
        if (now === place.place && estimate === place.estimateMs) return;
        Object.assign(place, { place: now, estimateMs: estimate });
        show();
      }
    }

    /** While this run takes the seat, the place ends as taken. */
    function end(reason: string) {
      if (reason === 'taken' && isTaking) return;
      finish(() => reject(placeLost(reason)));
    }

    /** Takes the seat, if it is offered. Without an offer, the reply is the place. */
    async function take(): Promise<void> {
      if (isTaking || isOver) return;
      isTaking = true;
      try {
        const entered = await retry(clock, attempts, () => calls.enter({ place }));
        if ('waiting' in entered) return;
        if (isOver) await retry(clock, attempts, () => calls.checkIn(entered)).catch(() => undefined);
        finish(() => resolve(entered));
      } catch (error) {
        if (isRefusal(error, 'not-found')) finish(() => reject(placeLost('lost')));
        else if (error instanceof AuthenticationError || (error instanceof RefusedError && !isTransient(error))) {
          finish(() => reject(error));
        } else await pause(clock, afterRefusal);
      } finally {
        isTaking = false;
      }
    }
  });
}

function placeLost(reason: string): PlaceLostError {
  return new PlaceLostError(reason, endings[reason] ?? 'The place in line has ended.');
}

const endings: Readonly<Record<string, string>> = {
  taken: 'The license was taken by another run of the application.',
  left: 'The line was left.',
  'sent-away': 'An administrator ended the place in line.',
  lost: 'The place in line was lost, because the server did not hear from this device.',
  'offer-expired': 'The license was offered, but not taken in time.',
  'too-long': 'Nobody waits longer than 24 hours. Start again.',
  'not-eligible': 'No license lets you use this product any more.',
};
