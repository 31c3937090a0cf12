import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, errors, request } from 'undici';
import { type SeededPerson, seedPassword } from '../bed/seed.ts';
import type { Record } from './record.ts';
import type { Seats } from './seats.ts';

/** The clients, and the resources they work with. */
export interface Staff {
  readonly account: string;
  readonly administrator: SeededPerson;
  /** Each signs in, and uses licenses on a device of their own. */
  readonly people: readonly SeededPerson[];
  readonly product: string;
}

/** Clients that work continuously. */
export interface Load {
  /** Names of tags whose creation was acknowledged, with the time of the reply. */
  readonly acknowledged: ReadonlyMap<string, Date>;
  /** The recipients of acknowledged mails. */
  readonly invited: ReadonlySet<string>;
  /** When leases ended because no heartbeat came through in time, by `performance.now()`. */
  readonly lapsed: readonly number[];
  /** Waits for requests in flight. */
  stop(): Promise<void>;
}

interface Options {
  readonly token?: string;
  readonly body?: unknown;
  readonly key?: string;
  /** When the requested resource may be gone: a request that the network delayed arrives after the end of its lease. */
  readonly goneFrom?: number;
}

interface Reply {
  readonly status: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly body: {
    readonly lease?: {
      readonly id: string;
      readonly epoch: number;
      readonly license: string;
      readonly 'expires-in-ms': number;
    };
    readonly resources?: readonly { readonly rn: string }[];
    readonly errors?: readonly string[];
  };
}

/** Longest wait for a reply, in milliseconds. */
const patience = 45_000;
/** Longest use of a license, in milliseconds. */
const longest = 86_400_000;

/**
 * Starts clients that sign in, read, write, use licenses and follow their events.
 *
 * @param keepers how many of the people keep their license to the end; the others return it after some seconds
 */
export function startLoad(url: string, staff: Staff, record: Record, seats: Seats, keepers = 0): Load {
  const agent = new Agent({ connections: 64, headersTimeout: patience, bodyTimeout: patience });
  const stopping = new AbortController();
  const acknowledged = new Map<string, Date>();
  const invited = new Set<string>();
  const lapsed: number[] = [];
  const pause = (time: number) => sleep(time, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function send(
    kind: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: Options = {},
  ): Promise<Reply> {
    const sentAt = performance.now();
    try {
      const reply = await requestAgain(url + path, {
        dispatcher: agent,
        method,
        headers: {
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
        },
        body: options.body === undefined ? null : JSON.stringify(options.body),
      });
      const text = await reply.body.text();
      const readAt = performance.now();
      const status = reply.statusCode;
      const ours = text.startsWith('{');
      const unhelpful = status === 503 && ours && reply.headers['retry-after'] === undefined;
      const gone = status === 404 && options.goneFrom !== undefined && readAt >= options.goneFrom;
      const wrong = unhelpful ? '503 without Retry-After' : gone ? null : wrongOf(status, text);
      const content = ours ? (JSON.parse(text) as Reply['body']) : {};
      record.add({ kind, status, sentAt, readAt, said: status >= 500 ? content.errors?.[0] : undefined, wrong });
      return { status, sentAt, readAt, body: content };
    } catch {
      const readAt = performance.now();
      record.add({ kind, status: 0, sentAt, readAt, wrong: null });
      return { status: 0, sentAt, readAt, body: {} };
    }
  }

  async function loop(work: (turn: number) => Promise<void>, rest: number): Promise<void> {
    for (let turn = 1; !stopping.signal.aborted; turn += 1) {
      await work(turn);
      await pause(rest);
    }
  }

  const { token } = staff.administrator;
  const signIn = (turn: number) => {
    const person = staff.people[turn % staff.people.length];
    const body = { username: person?.email, password: seedPassword };
    return send('sign in', 'POST', '/auth/v1/authorize', { body }).then(() => undefined);
  };
  const read = () => send('read', 'GET', '/iam/v1/tags?limit=20', { token }).then(() => undefined);

  /** Retries until the request succeeds, with the same idempotency key, so that it is executed once. */
  async function insist(kind: string, path: string, options: Options): Promise<Reply | undefined> {
    while (!stopping.signal.aborted) {
      const reply = await send(kind, 'POST', path, options);
      if (reply.status > 0 && reply.status < 300) return reply;
      await pause(200);
    }
    return undefined;
  }

  async function write(): Promise<void> {
    const name = `Tag ${randomUUID()}`;
    const body = { name, description: '', 'account-id': staff.account };
    if (await insist('write', '/iam/v1/tags', { token, body, key: randomUUID() })) acknowledged.set(name, new Date());
  }

  /** Invites a user, which sends a mail; retries until it succeeds. */
  async function invite(): Promise<void> {
    const email = `${randomUUID()}@acme.example`;
    const body = { email, 'first-name': 'In', 'last-name': 'Vited', 'account-id': staff.account };
    const created = await insist('invite', '/iam/v1/users', { token, body, key: randomUUID() });
    const user = created?.body.resources?.[0]?.rn;
    if (user === undefined) return;
    const mail = { user, sendEmail: true, validDays: 3 };
    const sent = await insist('invite', '/auth/v1/activationLink', { token, body: mail, key: randomUUID() });
    if (sent) invited.add(email);
  }

  async function work(person: SeededPerson, device: string, stays: boolean): Promise<void> {
    const body = {
      product: staff.product,
      client: { name: 'Studio', version: '26.1' },
      device: { id: device, name: device, os: 'Linux', user: 'somebody', locale: 'en-GB' },
      'stream-id': randomUUID(),
    };
    const taken = await send('consume', 'POST', '/license/v1/leases', { token: person.token, body });
    const { lease } = taken.body;
    if (!lease) return;
    const ends = (reply: Reply, expires: number) => reply.sentAt + expires;
    let deadline = ends(taken, lease['expires-in-ms']);
    const belief = seats.taken(lease.license, device, taken.readAt, deadline);
    const leave = performance.now() + (stays ? longest : 1_000 + Math.random() * 4_000);
    const path = `/license/v1/leases/${lease.id}`;
    const leaving = new AbortController();
    const followed = follow(`${path}/events`, person.token, leave - performance.now(), leaving.signal);
    for (let seq = 1; performance.now() < Math.min(leave, deadline) && !stopping.signal.aborted; seq += 1) {
      await pause(500);
      const beat = await send('heartbeat', 'POST', `${path}/heartbeat`, {
        token: person.token,
        body: { epoch: lease.epoch, seq },
        goneFrom: deadline,
      });
      if (beat.body.lease) {
        deadline = ends(beat, beat.body.lease['expires-in-ms']);
        belief.extend(deadline);
      } else if (beat.status >= 400 && beat.status < 500) {
        lapsed.push(performance.now());
        break;
      }
    }
    if (deadline < leave && performance.now() >= deadline) lapsed.push(deadline);
    belief.end(performance.now());
    // Retries after a lost reply; releasing a lease that no longer exists is no error.
    while (performance.now() < deadline) {
      const { status } = await send('check in', 'DELETE', `${path}?epoch=${lease.epoch}`, { token: person.token });
      if (status === 200 || (status >= 400 && status < 500)) break;
      await sleep(200);
    }
    leaving.abort();
    await followed;
  }

  /** Follows the events of a lease for some time, or until the signal. */
  async function follow(path: string, token: string, time: number, signal: AbortSignal): Promise<void> {
    const sentAt = performance.now();
    const status = await request(url + path, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.round(time)))]),
    })
      .then(async ({ statusCode, body }) => {
        for await (const _ of body);
        return statusCode;
      })
      .catch((error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 200 : 0));
    // A broken stream is no failure: its client reopens it.
    if (status >= 400) record.add({ kind: 'events', status, sentAt, readAt: performance.now(), wrong: null });
  }

  const loops = [
    loop(signIn, 500),
    ...Array.from({ length: 3 }, () => loop(read, 30)),
    ...Array.from({ length: 2 }, () => loop(write, 50)),
    loop(invite, 1_000),
    ...staff.people.map((person, index) => loop(() => work(person, `device ${index + 1}`, index < keepers), 200)),
  ];
  return {
    acknowledged,
    invited,
    lapsed,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await agent.close();
    },
  };
}

/** Expected refusals: no seat is free, or a lease lapsed while no server was reachable. */
const usual = /"code":"(no-seat|release-pending|lease-lapsed|lease-released|epoch-stale)"/;

function wrongOf(status: number, text: string): string | null {
  if (status === 500) return `500: ${text.slice(0, 200)}`;
  if (status >= 400 && status < 500 && !usual.test(text)) return `${status}: ${text.slice(0, 200)}`;
  return null;
}

/**
 * Sends a request once more if its kept connection was closed without a reply, as browsers do: nginx closes idle
 * connections when it reloads its configuration, possibly while a request is being sent.
 */
async function requestAgain(url: string, options: Parameters<typeof request>[1]): ReturnType<typeof request> {
  try {
    return await request(url, options);
  } catch (error) {
    const closed = error instanceof errors.SocketError || (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    if (!closed) throw error;
    return request(url, options);
  }
}
