import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import type { Clock } from '../src/time/clock.ts';
import { createSigner, issuer, type Signer } from './signing.ts';

export const product = 'keyhold:eu-1:provider:product:studio';
export const user = 'keyhold:eu-1:acme:user:ada';
export const license = 'keyhold:eu-1:acme:license:AAAAA';

interface Seat {
  id: string;
  epoch: number;
  state: 'free' | 'active' | 'releasing' | 'offline';
  /** The rn of the holder. */
  user: string;
  device: string;
  stream: string;
  /** The newest token. */
  token: string;
  expiresAt: number;
  /** The last heartbeat of the epoch. */
  beat: { seq: number; nonce: string | undefined };
  /** A heartbeat of a copy was refused in this epoch. */
  copied: boolean;
}

/** A fault that happens once, to the next request of a path. */
export type Mishap =
  | 'refuse-connection'
  | 'lose-reply'
  | 'unavailable'
  | 'busy'
  | 'sign-out'
  | 'forget'
  | 'forge'
  | 'proxy'
  | 'page'
  | 'blocked'
  | 'pending'
  | 'hold-back'
  | 'late';

/** A real HTTP server with one seat that implements the licensing protocol; tests may change its state. */
export interface LicenseServer {
  readonly url: string;
  readonly seat: Seat;
  readonly requests: string[];
  readonly nonces: string[];
  addons: string[];
  /** Claims that replace those of a lease token. */
  claims: object;
  graceMs: number;
  nextHeartbeatMs: number;
  /** The `Retry-After` of the mishap `busy`, in seconds. */
  retryAfter: number;
  /** The session that the server accepts; any other gets 401. */
  session: string;
  signer: Signer;
  /** Certifies the keys that sign offline leases. */
  readonly root: Signer;
  /** The `retry-after-ms` of the mishap `pending`. */
  pendingMs: number;
  mishap(path: RegExp, ...mishaps: Mishap[]): void;
  /** Replies of the mishap `late` that wait to be sent. */
  readonly late: (() => void)[];
  /** Messages are kept until they are acknowledged. */
  send(event: string, data: object): void;
  unacknowledged(): string[];
  /** The connections are open, but nothing that is sent arrives. */
  isDead: boolean;
  release(reason: string, message: string): void;
  openStreams(): number;
  /** The number of long polls that the server holds. */
  openWaits(): number;
  cutStreams(): void;
  count(path: RegExp): number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startLicenseServer(clock: Clock): Promise<LicenseServer> {
  const streams = new Set<ServerResponse>();
  const waits = new Set<(event: string, data: object, id?: string | null) => void>();
  /** The messages that are not acknowledged. */
  let messages: { id: string; data: object }[] = [];
  let sent = 0;
  const mishaps: { path: RegExp; mishap: Mishap }[] = [];
  const seat: Seat = {
    id: 'AAAAA',
    user: '',
    epoch: 0,
    state: 'free',
    device: '',
    stream: '',
    token: '',
    expiresAt: 0,
    beat: { seq: 0, nonce: undefined },
    copied: false,
  };
  const first = await createSigner('first');
  const forger = await createSigner('first');
  const root = await createSigner('root');
  let port = 0;
  const http = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let text = '';
    for await (const piece of request) text += piece;
    const body = text === '' ? {} : JSON.parse(text);
    const line = `${request.method} ${request.url}`;
    server.requests.push(line);
    if (body.nonce) server.nonces.push(body.nonce);
    const at = mishaps.findIndex(({ path }) => path.test(line));
    const mishap = at < 0 ? null : mishaps.splice(at, 1)[0]?.mishap;
    if (mishap === 'refuse-connection') return void request.socket.destroy();
    if (mishap === 'unavailable') return fail(response, 503, 'unavailable');
    if (mishap === 'busy') {
      response.setHeader('retry-after', server.retryAfter);
      return fail(response, 429, 'too-many-attempts');
    }
    if (mishap === 'proxy' || mishap === 'page') {
      const status = mishap === 'page' ? 200 : 404;
      return void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Proxy</html>');
    }
    if (mishap === 'blocked') {
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"blocked"}');
    }
    if (mishap === 'pending') return fail(response, 409, 'release-pending', server.pendingMs);
    if (mishap === 'forget') return fail(response, 404, 'not-found');
    if (mishap === 'sign-out') return fail(response, 401, 'authentication');
    const path = new URL(line.split(' ')[1] ?? '', server.url).pathname;
    const open = path.endsWith('/jwks.json') || path.endsWith('/authorize');
    const givesBack = request.method === 'DELETE' || path.endsWith('/ack') || path.endsWith('/return');
    const bearers = [server.session, ...(givesBack ? [seat.token] : [])].map((token) => `Bearer ${token}`);
    const bearer = request.headers.authorization ?? '';
    if (!open && !bearers.includes(bearer)) return fail(response, 401, 'authentication');
    if (mishap === 'hold-back')
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const last = request.headers['last-event-id'];
    messages = messages.slice(messages.findIndex(({ id }) => id === last) + 1);
    if (path.endsWith('/events')) return openStream(response);
    if (path.endsWith('/wait')) return hold(response);
    const reply = await decide({
      method: request.method ?? '',
      path,
      body,
      by: userOf(bearer),
      forged: mishap === 'forge',
    });
    if (mishap === 'lose-reply') return void request.socket.destroy();
    if (mishap === 'late') await new Promise<void>((resolve) => server.late.push(resolve));
    if (typeof reply === 'string') return fail(response, statuses[reply] ?? 409, reply);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, ...reply }));
  }

  async function decide({ method, path, body, by, forged }: Call): Promise<object | string> {
    if (path.endsWith('/jwks.json')) return { keys: [server.signer.jwk] };
    if (path.endsWith('/authorize')) return { token: server.session };
    if (path.endsWith('/consumable')) {
      return {
        items: [{ rn: license, certificate: { product }, available: seat.state === 'free', 'held-by-me': false }],
      };
    }
    const [id, call] = path.split('/').slice(4);
    if (id !== undefined && (id !== seat.id || by !== seat.user)) return 'not-found';
    if (call === 'messages') {
      messages = messages.filter((message) => !path.includes(`/${message.id}/`));
      return {};
    }
    if (call === 'return') {
      if (seat.state !== 'offline') return 'not-offline';
      seat.state = 'free';
      return {};
    }
    if (method === 'DELETE') {
      if (seat.state === 'offline') return 'lease-offline';
      seat.state = 'free';
      return {};
    }
    if (call === 'ack') {
      if (seat.state === 'active' || seat.state === 'offline') return 'not-released';
      seat.state = 'free';
      return {};
    }
    if (call === 'offline') {
      if (body.epoch !== seat.epoch) return 'epoch-stale';
      if (seat.state !== 'active' && seat.state !== 'offline') return 'lease-lapsed';
      seat.state = 'offline';
      return lease(body, forged);
    }
    if (path.endsWith('/heartbeat')) {
      if (seat.state === 'offline') return 'lease-offline';
      if (seat.state === 'releasing') return 'lease-released';
      if (body.epoch !== seat.epoch) return 'epoch-stale';
      if (seat.state !== 'active' || clock.now() >= seat.expiresAt) return 'lease-lapsed';
      const { seq = 0, nonce } = body;
      if (seq < seat.beat.seq || (seq === seat.beat.seq && nonce !== seat.beat.nonce)) {
        seat.copied = true;
        return 'copied';
      }
      seat.beat = { seq, nonce };
      return lease(body, forged);
    }
    const alive = seat.state === 'active' && clock.now() < seat.expiresAt;
    if (seat.state === 'offline' || (alive && (seat.device !== body.device?.id || seat.user !== by))) return 'no-seat';
    if (!alive || seat.copied || seat.stream !== body['stream-id']) seat.epoch += 1;
    Object.assign(seat, { beat: { seq: 0, nonce: undefined }, copied: false });
    Object.assign(seat, { state: 'active', device: body.device?.id, stream: body['stream-id'], user: by });
    return lease(body, forged);
  }

  async function lease(body: Body, forged: boolean) {
    const isOffline = seat.state === 'offline';
    const seconds = isOffline ? (body.days ?? 1) * 86_400 : 90;
    seat.expiresAt = clock.now() + seconds * 1000;
    const iat = 1_767_600_000;
    const signer = forged ? forger : server.signer;
    const certificate = { iss: issuer, iat, exp: iat + seconds, jwk: signer.jwk };
    const claims = {
      iss: issuer,
      aud: product,
      sub: seat.user,
      jti: String(server.requests.length),
      iat,
      nbf: iat,
      exp: iat + seconds,
      epoch: seat.epoch,
      seq: body.seq ?? 0,
      nonce: body.nonce,
      lic: license,
      dev: seat.device,
      stream: seat.stream,
      mode: isOffline ? 'offline' : 'online',
      cert: { product, type: 'Subscription', version: '26.1', expiry: null, 'maintenance-end': null },
      addons: server.addons,
      'grace-exp': iat + seconds + server.graceMs / 1000,
    };
    const token = await signer.leaseToken(
      { ...claims, ...server.claims },
      isOffline ? { 'key-cert': await root.leaseToken(certificate, { typ: 'key+jwt' }) } : {},
    );
    seat.token = token;
    return {
      lease: {
        id: seat.id,
        epoch: seat.epoch,
        license,
        'expires-in-ms': seconds * 1000,
        'next-heartbeat-ms': server.nextHeartbeatMs,
        token,
      },
    };
  }

  function openStream(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: state\ndata: ${JSON.stringify({ state: seat.state, epoch: seat.epoch })}\n\n`);
    for (const { id, data } of messages) response.write(`id: ${id}\nevent: message\ndata: ${JSON.stringify(data)}\n\n`);
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  function hold(response: ServerResponse) {
    const reply = (items: object[]) => {
      cancel();
      waits.delete(tell);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, items }));
    };
    const tell = (event: string, data: object, id: string | null = null) => reply([{ event, id, data }]);
    const cancel = clock.after(25_000, () => reply([]));
    if (seat.state === 'releasing') return tell('released', { reason: 'released', message: 'Released.', by: null });
    if (messages.length > 0) return reply(messages.map((message) => ({ event: 'message', ...message })));
    waits.add(tell);
    response.on('close', () => {
      cancel();
      waits.delete(tell);
    });
  }

  const server: LicenseServer = {
    url: '',
    seat,
    requests: [],
    nonces: [],
    late: [],
    addons: [],
    graceMs: 0,
    nextHeartbeatMs: 30_000,
    retryAfter: 1,
    session: await first.sessionToken(user),
    signer: first,
    root,
    pendingMs: 2000,
    isDead: false,
    claims: {},
    mishap: (path, ...list) => void mishaps.push(...list.map((mishap) => ({ path, mishap }))),
    send(event, data) {
      const id = event === 'message' ? `message-${++sent}` : null;
      if (id) messages.push({ id, data });
      if (server.isDead) return;
      for (const tell of [...waits]) tell(event, data, id);
      const line = id ? `id: ${id}\n` : '';
      for (const stream of streams) stream.write(`${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    unacknowledged: () => messages.map(({ id }) => id),
    release(reason, message) {
      seat.state = 'releasing';
      server.send('released', { reason, message, by: null });
    },
    openStreams: () => streams.size,
    openWaits: () => waits.size,
    cutStreams() {
      for (const stream of streams) stream.destroy();
    },
    count: (path) => server.requests.filter((line) => path.test(line)).length,
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
    async start() {
      await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
      port = (http.address() as AddressInfo).port;
      Object.assign(server, { url: `http://127.0.0.1:${port}` });
    },
  };
  await server.start();
  return server;
}

/** The statuses of refusals other than 409. */
const statuses: Readonly<Record<string, number>> = { 'lease-lapsed': 410, 'not-found': 404 };

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
  /** The rn of the user who makes it. */
  readonly by: string;
  readonly forged: boolean;
}

/** The user of a bearer token; none without one. */
function userOf(bearer: string): string {
  return bearer === '' ? '' : (decodeJwt(bearer.slice('Bearer '.length)).sub ?? '');
}

interface Body {
  readonly epoch?: number;
  readonly seq?: number;
  readonly nonce?: string;
  readonly days?: number;
  readonly device?: { readonly id: string };
  readonly 'stream-id'?: string;
}

function fail(response: ServerResponse, status: number, code: string, pendingMs = 2000) {
  const message = `Refused: ${code}.`;
  const problems = [
    { code, message, reason: 'administrator', 'earliest-free-in-ms': 45_000, 'retry-after-ms': pendingMs },
  ];
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: false, 'status-code': status, errors: [message], warnings: [], problems }));
}
