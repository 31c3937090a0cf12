import type { JWK } from 'jose';
import { type Clock, systemClock } from './clock.ts';
import type { ConsumeRequest } from './consume-request.ts';
import { InvalidReplyError } from './errors.ts';
import { isRecord, textOrNull } from './json.ts';
import { keepLease } from './keep-lease.ts';
import type { Lease } from './lease.ts';
import { createLeaseCalls } from './lease-calls.ts';
import { createOfflineLeases, type OfflineLease } from './offline-lease.ts';
import { randomId } from './random-id.ts';
import { retry } from './retry.ts';
import { createServerTime } from './server-time.ts';
import { createSession } from './session.ts';
import { type KeyholdStore, memoryStore } from './store.ts';
import { createTransport } from './transport.ts';
import { createVerifier } from './verifier.ts';

/** How an application reaches its license server, and what it brings along. */
export interface KeyholdOptions {
  /** Where the license server is, such as `https://licenses.example.com`. */
  readonly baseUrl: string;
  /** A session token the application already has; otherwise call {@link Keyhold.signIn}. */
  readonly token?: string;
  /**
   * Gets a new session token shortly before the current one ends, so that leases go on with it, and when the server no
   * longer takes it; without this, the end of the session ends the lease.
   */
  readonly reauthenticate?: () => Promise<string>;
  /** The server's root key (`GET /license/v1/root-key`), built into the application: offline leases need it. */
  readonly rootKey?: JWK;
  /** Where offline leases are kept from run to run; forgotten at the end of this one when left out. */
  readonly store?: KeyholdStore;
  /** The function that makes requests; the runtime's `fetch` when left out. */
  readonly fetch?: typeof fetch;
  /** The time; the machine's own when left out. */
  readonly clock?: Clock;
}

/** A license that the signed-in user may consume. */
export interface ConsumableLicense {
  /** The rn of the license. */
  readonly rn: string;
  /** The rn of its product. */
  readonly product: string;
  readonly available: boolean;
  readonly heldByMe: boolean;
}

/** The connection of an application to its license server. */
export interface Keyhold {
  /**
   * Signs a user in and returns the session's token.
   *
   * @throws {AuthenticationError} when the e-mail address or the password is wrong, or the user may not sign in.
   * @throws {UnreachableError} when the server cannot be reached, or asks to be left alone for a while after too many
   * wrong passwords.
   * @throws {InvalidReplyError} when the server replies without a session token.
   * @example
   * await keyhold.signIn('ada@acme.example', password);
   */
  signIn(email: string, password: string): Promise<string>;
  /**
   * Uses a session token that the application got otherwise.
   *
   * @throws {InvalidReplyError} when it is not a session token of Keyhold.
   * @example
   * keyhold.useToken(await tokenFromYourBackend());
   */
  useToken(token: string): void;
  /**
   * The rn of the user who is signed in, as their token says.
   *
   * @throws {AuthenticationError} when nobody is.
   */
  user(): string;
  /**
   * Takes a seat, or gets back the one that this user holds on this device. The SDK keeps it alive until it is released.
   *
   * @throws {NoSeatError} when every seat is in use, and every other refusal of the protocol as its own class.
   * @throws {UnreachableError} when the server cannot be reached.
   * @throws {InvalidReplyError} when what came back was not signed by the server, or not what was requested.
   * @example
   * const lease = await keyhold.consume({ product, client, device });
   * lease.on('released', async ({ message }) => { await saveEverything(); showSignIn(message); });
   */
  consume(request: ConsumeRequest): Promise<Lease>;
  /**
   * The offline lease of a product (its rn) that an earlier run took along on this device (its id), or null when there
   * is none or its time is over. It needs neither a server nor anybody signed in.
   *
   * @throws {ClockError} when the machine's clock was set back.
   * @throws {InvalidReplyError} when what was kept is not signed by this server, or for another device.
   * @throws {KeyholdError} `no-root-key` when something was kept and the application has no root key built in.
   * @example
   * const offline = await keyhold.openOffline(product, device.id);
   * if (offline?.entitled) startWith(offline.certificate);
   */
  openOffline(product: string, device: string): Promise<OfflineLease | null>;
  /**
   * The licenses that the user may consume, of one product (its rn) or of all.
   *
   * @throws {AuthenticationError} when nobody is signed in.
   * @throws {UnreachableError} when the server cannot be reached.
   * @throws {InvalidReplyError} when what came back is no list of licenses.
   * @example
   * const products = new Set((await keyhold.consumable()).map((license) => license.product));
   */
  consumable(product?: string): Promise<readonly ConsumableLicense[]>;
}

/** How often a request at the start is tried, over about 15 s, before the application is notified. */
const attempts = 5;

/**
 * Connects an application to its license server.
 *
 * @example
 * const keyhold = createKeyhold({ baseUrl: 'https://licenses.example.com' });
 * await keyhold.signIn('ada@acme.example', password);
 * const lease = await keyhold.consume({ product, client, device });
 */
export function createKeyhold(options: KeyholdOptions): Keyhold {
  const clock = options.clock ?? systemClock();
  const session = createSession(clock, options.reauthenticate);
  const transport = createTransport({
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    clock,
    session,
    fetch: options.fetch ?? ((...request) => fetch(...request)),
  });
  const verifier = createVerifier(
    () => transport.send({ method: 'GET', path: '/.well-known/jwks.json', signedIn: false }),
    clock,
  );
  const store = options.store ?? memoryStore();
  const serverTime = createServerTime(store, clock);
  const offline = createOfflineLeases({ store, serverTime, clock, transport, rootKey: options.rootKey });
  if (options.token !== undefined) session.set(options.token);

  return {
    async signIn(email, password) {
      const reply = await transport.send({
        method: 'POST',
        path: '/auth/v1/authorize',
        body: { username: email, password },
        signedIn: false,
      });
      const token = textOrNull(reply['token']);
      if (!token) throw new InvalidReplyError('The server answered without a token.');
      session.set(token);
      return token;
    },
    useToken: (token) => session.set(token),
    user: () => session.identity().user,
    async consume(request) {
      const streamId = request.streamId ?? randomId();
      const means = { transport, verifier, session, clock, serverTime, offline };
      const calls = createLeaseCalls(means, { ...request, streamId });
      return keepLease(calls, clock, await retry(clock, attempts, () => calls.consume()));
    },
    openOffline: (product, device) => offline.open(product, device),
    async consumable(product) {
      const query = product === undefined ? '' : `?product=${encodeURIComponent(product)}`;
      const reply = await transport.send({ method: 'GET', path: `/license/v1/licenses/consumable${query}` });
      if (!Array.isArray(reply['items']))
        throw new InvalidReplyError('The server answered without a list of licenses.');
      return reply['items'].map(readConsumable);
    },
  };
}

function readConsumable(item: unknown): ConsumableLicense {
  const license = isRecord(item) ? item : {};
  const certificate = isRecord(license['certificate']) ? license['certificate'] : {};
  const rn = textOrNull(license['rn']);
  const product = textOrNull(certificate['product']);
  if (!rn || !product) throw new InvalidReplyError('The server answered a license without name or product.');
  return { rn, product, available: license['available'] === true, heldByMe: license['held-by-me'] === true };
}
