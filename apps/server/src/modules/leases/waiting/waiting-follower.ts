import { type Installation, rnOf } from '../../../installation.ts';
import type { OfferState, PlaceState } from './places.sql.ts';

/** An event of a place in line, as its waiter receives it (docs/licensing-protocol.md, 'Waiting'). */
export interface WaitingEvent {
  readonly event: 'state' | 'place' | 'offered' | 'ended';
  readonly data: Readonly<Record<string, unknown>>;
}

/** A subscriber of a waiter's events: a stream, a long poll, or a request that takes over a seat. */
export interface WaitingListener {
  readonly waiter: string;
  /** The session of the request: when it ends, so does the subscription. */
  readonly session: string;
  send(event: WaitingEvent): void;
  end(): void;
}

/** A listener with the last state sent to it. */
export interface WaitingFollower {
  readonly listener: WaitingListener;
  /** Sends the state: always the first time, later only what differs. */
  see(state: PlaceState | undefined): void;
  /** Sends what is urgent of a state; false before the first state, which comes first. */
  notice(state: OfferState | undefined): boolean;
}

export function createWaitingFollower(installation: Installation, listener: WaitingListener): WaitingFollower {
  let place: number | null = null;
  let offered: string | null = null;
  let isEnded = false;

  function end(reason: string) {
    if (isEnded) return;
    isEnded = true;
    listener.send({ event: 'ended', data: { reason } });
    listener.end();
  }

  function notice(state: OfferState | undefined): boolean {
    if (place === null) return false;
    if (!state || state.ended !== null) {
      end(state?.ended ?? 'lost');
      return true;
    }
    const { offer } = state;
    if (offer && offer.license !== offered) {
      const license = rnOf(installation, offer.account, 'license', offer.license);
      listener.send({ event: 'offered', data: { license, 'expires-in-ms': Math.max(0, offer.left) } });
    }
    offered = offer?.license ?? null;
    return true;
  }

  return {
    listener,
    notice,
    see(state) {
      if (!state || state.ended !== null) return end(state?.ended ?? 'lost');
      const { offer, 'estimate-ms': estimate, 'ping-ms': ping } = state;
      if (place === null) {
        const data = {
          state: offer ? 'offered' : 'waiting',
          place: state.place,
          'estimate-ms': estimate,
          'ping-ms': ping,
        };
        listener.send({ event: 'state', data });
      } else if (place !== state.place) {
        listener.send({ event: 'place', data: { place: state.place, 'estimate-ms': estimate } });
      }
      place = state.place;
      notice(state);
    },
  };
}
