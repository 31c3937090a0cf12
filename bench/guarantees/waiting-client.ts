import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../bed/http-client.ts';
import type { SeededPerson } from '../bed/seed.ts';
import type { Hold } from './seat-observer.ts';

/** What all waiters saw. */
export interface WaitingRecord {
  readonly holds: Hold[];
  readonly offered: string[];
  /** When the reply was read that a seat was given back, by the seat. */
  readonly freed: Map<string, number>;
  /** From that reply to the event that offers the seat, in milliseconds. */
  readonly latencies: number[];
  /** A sentence for each place that was lost. */
  readonly lost: string[];
}

interface WaitingMeans {
  readonly http: HttpClient;
  readonly person: SeededPerson;
  readonly product: string;
  readonly index: number;
  /** When the waiter stops, on the clock of `performance.now()`. */
  readonly until: number;
  readonly record: WaitingRecord;
}

interface Reply {
  readonly lease?: { readonly id: string; readonly epoch: number; readonly license: string };
  readonly waiting?: { readonly id: string; readonly place: number };
  readonly items?: readonly { readonly event: string; readonly data: Readonly<Record<string, unknown>> }[];
  readonly problems?: readonly { readonly code: string }[];
}

type Method = 'GET' | 'POST' | 'DELETE';

/** A user on a device who waits, uses a seat for a moment, gives it back, and waits again. */
export function createWaitingClient({ http, person, product, index, until, record }: WaitingMeans) {
  const name = `waiter ${index + 1}`;
  const body = {
    product,
    client: { name: 'Waiting', version: '1' },
    device: { id: `device-${index + 1}`, name, os: 'Linux', user: name, locale: 'en-GB' },
    'stream-id': `run-${index + 1}`,
  };
  const isOver = () => performance.now() > until;

  /** Sends a request until a server answers; null when the time is over. */
  async function send(method: Method, path: string, content?: object) {
    for (let failures = 0; ; failures += 1) {
      const reply = await http.send<Reply>(method, path, { token: person.token, body: content }).catch(() => null);
      if (reply && reply.status < 500 && reply.status !== 429) return reply;
      if (isOver() && failures > 20) return null;
      await sleep(100 + Math.random() * 400);
    }
  }

  /** Waits until the place is offered a seat; false when the place does not exist any more, or the time is over. */
  async function offered(id: string, place: number): Promise<boolean> {
    let known = place;
    for (;;) {
      const reply = await send('GET', `/license/v1/waiting/${id}/wait?timeout=20&place=${known}`);
      if (!reply || isOver()) return false;
      if (reply.status === 404) return true;
      for (const { event, data } of reply.body.items ?? []) {
        if (typeof data['place'] === 'number') known = data['place'];
        if (event === 'ended') {
          if (data['reason'] !== 'taken') record.lost.push(`${name} lost the place: ${String(data['reason'])}.`);
          return data['reason'] === 'taken';
        }
        if (event === 'offered') {
          const seat = String(data['license']);
          record.offered.push(seat);
          const freed = record.freed.get(seat);
          record.freed.delete(seat);
          if (freed !== undefined) record.latencies.push(Math.max(0, reply.readAt - freed));
          return true;
        }
      }
    }
  }

  async function use(): Promise<void> {
    let reply = await send('POST', '/license/v1/leases', { ...body, wait: true });
    while (reply?.body.waiting && !isOver()) {
      const { id, place } = reply.body.waiting;
      if (!(await offered(id, place))) return;
      reply = await send('POST', '/license/v1/leases', { ...body, waiting: id });
      if (reply?.status === 404) record.lost.push(`${name} lost the place without a reason.`);
    }
    const lease = reply?.body.lease;
    if (!reply || !lease) return;
    const { sentAt, readAt } = reply;
    await sleep(200 + Math.random() * 600);
    const began = performance.now();
    const back = await send('DELETE', `/license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
    const { license: seat, epoch } = lease;
    const to = back?.readAt ?? Number.POSITIVE_INFINITY;
    record.holds.push({
      seat,
      holder: name,
      epoch,
      certain: { from: readAt, to: began },
      possible: { from: sentAt, to },
    });
    if (back) record.freed.set(seat, back.readAt);
  }

  return {
    name,
    async run(): Promise<void> {
      await sleep(Math.random() * 2000);
      while (!isOver()) await use();
    },
  };
}
