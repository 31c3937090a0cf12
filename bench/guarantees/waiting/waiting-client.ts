import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../bed/http-client.ts';
import type { SeededPerson } from '../../bed/seed.ts';
import type { Hold } from '../observers/seat-observer.ts';

/** What all waiters saw. */
export interface WaitingRecord {
  readonly holds: Hold[];
  offers: number;
  /** Those who still await their first reply: a seat, or a place. */
  readonly arriving: Set<string>;
  /** When the last of them had it, on the clock of `performance.now()`. */
  settledAt: number;
  /** When the request was sent that gives a seat back, by the seat, until another holds it. */
  readonly givenBack: Map<string, number>;
  /** The times of passing on seats while waiters still arrive, and afterwards. */
  readonly passedOn: Readonly<Record<'arriving' | 'settled', PassedOn>>;
  /** A sentence for each place that was lost. */
  readonly lost: string[];
}

/** From the request that gives a seat back, in milliseconds, for seats for which others wait. */
export interface PassedOn {
  /** To the event that offers the seat. */
  readonly offered: number[];
  /** To the reply that grants it. */
  readonly held: number[];
}

interface WaitingMeans {
  /** For what stays open while a user waits. */
  readonly streams: HttpClient;
  readonly requests: HttpClient;
  readonly person: SeededPerson;
  readonly product: string;
  readonly index: number;
  /** When the waiter stops, on the clock of `performance.now()`. */
  readonly until: number;
  readonly record: WaitingRecord;
}

interface Event {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly lease?: { readonly id: string; readonly epoch: number; readonly license: string };
  readonly waiting?: { readonly id: string; readonly place: number };
  readonly items?: readonly Event[];
}

/** Seconds for which the waiters use a seat, and stay away afterwards: at least, and at random beyond that. */
const seconds = { use: [8, 16], rest: [30, 120] } as const;
/** The part of the run in which they arrive. */
const arrival = 0.25;
/** Every so many waiters follow their place by long polls, the others by streams. */
const polling = 10;

/** A user on a device who waits, uses a seat for some seconds, gives it back, and comes again later. */
export function createWaitingClient(means: WaitingMeans) {
  const { streams, requests, person, product, index, until, record } = means;
  const { token } = person;
  const name = `waiter ${index + 1}`;
  record.arriving.add(name);
  const timesSince = (began: number) => record.passedOn[began > record.settledAt ? 'settled' : 'arriving'];
  const body = {
    product,
    client: { name: 'Waiting', version: '1' },
    device: { id: `device-${index + 1}`, name, os: 'Linux', user: name, locale: 'en-GB' },
    'stream-id': `run-${index + 1}`,
  };
  const over = AbortSignal.timeout(Math.max(0, Math.ceil(until - performance.now())));
  /** Pauses for some seconds, at most until the end of the run. */
  const pause = ([least, more]: readonly [number, number]) =>
    sleep(1000 * (least + Math.random() * more), undefined, { signal: over }).catch(() => undefined);
  const again = () => pause([0.1, 0.4]);

  /** Sends a request until a server answers; null when the time is over. */
  async function send(method: 'GET' | 'POST' | 'DELETE', path: string, content?: object) {
    const client = method === 'GET' ? streams : requests;
    while (!over.aborted) {
      const reply = await client.send<Reply>(method, path, { token, body: content, signal: over }).catch(() => null);
      if (reply && reply.status < 500 && reply.status !== 429) return reply;
      await again();
    }
    return null;
  }

  /** The events of a place by a stream, which is opened again when it breaks off. */
  async function* byStream(id: string): AsyncGenerator<Event | 'gone'> {
    while (!over.aborted) {
      try {
        for await (const event of streams.events(`/license/v1/waiting/${id}/events`, { token, signal: over }))
          yield event;
      } catch (error) {
        if (error instanceof Error && error.message === '404') yield 'gone';
      }
      await again();
    }
  }

  async function* byPolls(id: string, place: number): AsyncGenerator<Event | 'gone'> {
    for (let known = place; !over.aborted; ) {
      const reply = await send('GET', `/license/v1/waiting/${id}/wait?timeout=20&place=${known}`);
      if (reply?.status === 404) yield 'gone';
      for (const event of reply?.body.items ?? []) {
        if (typeof event.data['place'] === 'number') known = event.data['place'];
        yield event;
      }
    }
  }

  /** Waits until the place is offered a seat: when, or null if it does not exist any more, or the time is over. */
  async function offered({ id, place }: NonNullable<Reply['waiting']>): Promise<boolean> {
    for await (const one of index % polling === 0 ? byPolls(id, place) : byStream(id)) {
      // The reply to the request that took the offer was lost.
      if (one === 'gone') return true;
      const { event, data } = one;
      if (event === 'ended' && data['reason'] !== 'taken')
        record.lost.push(`${name} lost the place: ${String(data['reason'])}.`);
      if (event === 'ended') return data['reason'] === 'taken';
      if (event === 'offered') {
        record.offers += 1;
        const since = record.givenBack.get(String(data['license']));
        if (since !== undefined) timesSince(since).offered.push(performance.now() - since);
        return true;
      }
    }
    return false;
  }

  async function use(): Promise<void> {
    let reply = await send('POST', '/license/v1/leases', { ...body, wait: true });
    if (record.arriving.delete(name) && record.arriving.size === 0) record.settledAt = performance.now();
    const hasWaited = reply?.body.waiting !== undefined;
    while (reply?.body.waiting) {
      const place = reply.body.waiting;
      if (!(await offered(place))) return;
      reply = await send('POST', '/license/v1/leases', { ...body, waiting: place.id });
      if (reply?.status === 404) record.lost.push(`${name} lost the place without a reason.`);
    }
    const lease = reply?.body.lease;
    if (!reply || !lease) return;
    const { license: seat, epoch } = lease;
    const since = record.givenBack.get(seat);
    // Otherwise nobody waited when the seat was given back.
    if (since !== undefined && hasWaited) timesSince(since).held.push(reply.readAt - since);
    record.givenBack.delete(seat);
    const { sentAt, readAt } = reply;
    await pause(seconds.use);
    const began = performance.now();
    record.givenBack.set(seat, began);
    const back = await send('DELETE', `/license/v1/leases/${lease.id}?epoch=${epoch}`);
    const certain = { from: readAt, to: began };
    const possible = { from: sentAt, to: back?.readAt ?? Number.POSITIVE_INFINITY };
    record.holds.push({ seat, holder: name, epoch, certain, possible });
  }

  return {
    async run(): Promise<void> {
      await pause([0, (arrival * (until - performance.now())) / 1000]);
      while (!over.aborted) {
        await use();
        await pause(seconds.rest);
      }
    },
  };
}
