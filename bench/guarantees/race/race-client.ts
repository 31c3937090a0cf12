import type { HttpClient } from '../../bed/http-client.ts';
import type { SeededPerson } from '../../bed/seed.ts';
import type { Hold } from '../observers/seat-observer.ts';

/** A user on a device of their own who consumes and releases seats. */
export interface RaceClient {
  readonly name: string;
  consume(): Promise<Attempt>;
  /** Returns the granted seat, and resolves with how long it was held. */
  giveBack(granted: Granted): Promise<Hold>;
  /** Acknowledges a release, and resolves with how long the seat was held. */
  acknowledge(granted: Granted): Promise<Hold>;
}

export interface Granted {
  readonly result: 'granted';
  readonly seat: string;
  readonly lease: string;
  readonly epoch: number;
  readonly sentAt: number;
  readonly readAt: number;
  /** When the lease expires on the client's clock. */
  readonly deadline: number;
}

export interface Refused {
  /** The code of the server's refusal; the status if it has none. */
  readonly result: string;
  readonly sentAt: number;
  readonly readAt: number;
}

export type Attempt = Granted | Refused;

export function isGranted(attempt: Attempt): attempt is Granted {
  return attempt.result === 'granted';
}

interface ConsumeReply {
  readonly lease?: { readonly id: string; readonly epoch: number; readonly license: string; 'expires-in-ms': number };
  readonly problems?: readonly { readonly code: string }[];
}

/** Attempts at a release: a busy server requests retries. */
const tries = 20;

/** @param http the node that this client speaks to */
export function createRaceClient(http: HttpClient, person: SeededPerson, product: string, index: number): RaceClient {
  const name = `client ${index + 1}`;
  const body = {
    product,
    client: { name: 'Race', version: '1' },
    device: { id: `device-${index + 1}`, name, os: 'Linux', user: name, locale: 'en-GB' },
    'stream-id': `run-${index + 1}`,
  };
  const { token } = person;

  async function leave(granted: Granted, method: 'DELETE' | 'POST', call: string, body?: unknown): Promise<Hold> {
    const { seat, lease, epoch, sentAt, readAt, deadline } = granted;
    const began = performance.now();
    for (let left = tries; ; left -= 1) {
      const reply = await http.send(method, `/license/v1/leases/${lease}${call}`, { token, body });
      if (reply.status === 200) {
        const certain = { from: readAt, to: Math.min(began, deadline) };
        return { seat, holder: name, epoch, certain, possible: { from: sentAt, to: reply.readAt } };
      }
      if (left === 0) throw new Error(`${name} could not give its seat back: ${JSON.stringify(reply.body)}`);
    }
  }

  return {
    name,
    async consume() {
      const reply = await http.send<ConsumeReply>('POST', '/license/v1/leases', { token, body });
      const { sentAt, readAt } = reply;
      const { lease, problems } = reply.body;
      if (!lease) return { result: problems?.[0]?.code ?? String(reply.status), sentAt, readAt };
      const { id, epoch, license } = lease;
      const deadline = sentAt + lease['expires-in-ms'];
      return { result: 'granted', seat: license, lease: id, epoch, sentAt, readAt, deadline };
    },
    giveBack: (granted) => leave(granted, 'DELETE', `?epoch=${granted.epoch}`),
    acknowledge: (granted) => leave(granted, 'POST', '/ack', { epoch: granted.epoch }),
  };
}
