import type { JWK } from 'jose';
import { runtime } from '#runtime';
import type { AuthorizationServer } from './authorization-server.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ConsumeRequest } from './consume-request.ts';
import { AuthenticationError, InvalidReplyError, SignInError } from './errors.ts';
import { isRecord, textOrNull } from './json.ts';
import { keepLease } from './keep-lease.ts';
import type { Lease } from './lease.ts';
import { createLeaseCalls } from './lease-calls.ts';
import { createOfflineLeases, type OfflineLease } from './offline-lease.ts';
import { randomId } from './random-id.ts';
import { retry } from './retry.ts';
import { createServerTime } from './server-time.ts';
import { createSession } from './session.ts';
import { type SignInByBrowser, signInByBrowser } from './sign-in-by-browser.ts';
import { type SignInByCode, signInByCode } from './sign-in-by-code.ts';
import { type KeyholdStore, memoryStore } from './store.ts';
import { createTokenRenewal } from './token-renewal.ts';
import type { Tokens } from './tokens.ts';
import { createTransport } from './transport.ts';
import { createVerifier } from './verifier.ts';

/** How an application reaches its license server, and what it brings along. */
export interface KeyholdOptions {
  /** Where the license server is, such as `https://licenses.example.com`. */
  readonly baseUrl: string;
  /** The id under which provider staff registered the application, such as `studio-desktop`: its user signs in with it. */
  readonly application?: string;
  /** A session token the application already has; otherwise call {@link Keyhold.signIn}. */
  readonly token?: string;
  /**
   * Gets a new session token shortly before the current one ends, so that leases go on with it, and when the server no
   * longer takes it; without this, the end of the session ends the lease. Who signed in by browser or code is renewed
   * without it, and it is called only when that session has ended.
   */
  readonly reauthenticate?: () => Promise<string>;
  /** The server's root key (`GET /license/v1/root-key`), built into the application: offline leases need it. */
  readonly rootKey?: JWK;
  /** Where sign-in and offline leases are kept from run to run; forgotten at the end of this one when left out. */
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
   * Signs a user in by their browser, with whatever their account asks for, and returns the first access token. The tokens
   * are kept in the store and renew themselves. For Node.js and Electron's main process.
   *
   * @throws {SignInError} when nobody was signed in; its `code` says why.
   * @throws {AuthenticationError} when the user may not sign in any more, or the application is not registered.
   * @throws {UnreachableError} when the server cannot be reached.
   * @throws {InvalidReplyError} when no license server answers, or one that calls itself otherwise than `baseUrl`.
   * @example
   * await keyhold.signIn({ open: (address) => shell.openExternal(address) });
   */
  signIn(request: SignInByBrowser): Promise<string>;
  /**
   * Signs a user in by e-mail and password, for old clients and web pages, and returns the session's token. It knows no
   * passkeys and no single sign-on.
   *
   * @throws {SignInError} `second-factor` where one is due.
   * @throws {AuthenticationError} when the e-mail address or the password is wrong, or the user may not sign in.
   * @throws {UnreachableError} when the server cannot be reached, or asks to be left alone for a while after too many
   * wrong passwords.
   * @throws {InvalidReplyError} when the server replies without a session token.
   * @example
   * await keyhold.signIn('ada@acme.example', password);
   */
  signIn(email: string, password: string): Promise<string>;
  /**
   * Signs a user in by a code that they enter in a browser elsewhere, and returns the first access token: for terminals and
   * devices without a browser. The tokens are kept and renewed as those of {@link Keyhold.signIn}, which also has the errors.
   *
   * @example
   * await keyhold.signInByCode({
   *   show: ({ userCode, verificationUri }) => console.log(`Open ${verificationUri} and enter ${userCode}.`),
   * });
   */
  signInByCode(request: SignInByCode): Promise<string>;
  /**
   * Goes on with the sign-in that an earlier run has kept in the store; false when there is none. No server is asked: a
   * session that has ended since is refused at the next request.
   *
   * @example
   * if (!(await keyhold.restore())) await keyhold.signIn({ open });
   */
  restore(): Promise<boolean>;
  /**
   * Ends the session on the server, which releases its leases, and forgets the tokens. The user is signed out here in any
   * case, and in every run that shares the store.
   *
   * @throws {UnreachableError} when the server cannot be reached: the session lasts there until its time is over.
   */
  signOut(): Promise<void>;
  /**
   * A token that is good now, for requests of the application's own.
   *
   * @throws {AuthenticationError} when nobody is signed in.
   * @throws {UnreachableError} when it had to be renewed and the server cannot be reached.
   */
  accessToken(): Promise<string>;
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
 * const keyhold = createKeyhold({ baseUrl: 'https://licenses.example.com', application: 'studio-desktop' });
 * await keyhold.signIn({ open: (address) => shell.openExternal(address) });
 * const lease = await keyhold.consume({ product, client, device });
 */
export function createKeyhold(options: KeyholdOptions): Keyhold {
  const clock = options.clock ?? systemClock();
  const store = options.store ?? memoryStore();
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request));
  const renewal = createTokenRenewal({
    store,
    name: `keyhold.sign-in.${options.application}@${baseUrl}`,
    server: authorizationServer,
    clock,
  });
  const session = createSession({ clock, renewal, reauthenticate: options.reauthenticate });
  const transport = createTransport({ baseUrl, clock, session, fetch: send });
  const verifier = createVerifier(
    () => transport.send({ method: 'GET', path: '/.well-known/jwks.json', signedIn: false }),
    clock,
  );
  const serverTime = createServerTime(store, clock);
  const offline = createOfflineLeases({ store, serverTime, clock, transport, rootKey: options.rootKey });
  if (options.token !== undefined) session.set(options.token);

  let connected: AuthorizationServer | null = null;
  function authorizationServer(): AuthorizationServer {
    const { application } = options;
    if (application === undefined) {
      throw new SignInError('no-application', 'Give createKeyhold the id under which the application is registered.');
    }
    connected ??= runtime.connectAuthorizationServer({ baseUrl, application, clock, fetch: send });
    return connected;
  }

  async function begin(tokens: Tokens): Promise<string> {
    await renewal.keep(tokens);
    session.adopt(tokens);
    return tokens.access;
  }

  async function signInByPassword(email: string, password: string): Promise<string> {
    const reply = await transport.send({
      method: 'POST',
      path: '/auth/v1/authorize',
      body: { username: email, password },
      signedIn: false,
    });
    const token = textOrNull(reply['token']);
    if (reply['challenge'] !== undefined) {
      throw new SignInError(
        'second-factor',
        'This user signs in with a second factor. Sign in by the browser instead.',
      );
    }
    if (!token) throw new InvalidReplyError('The server answered without a token.');
    session.set(token);
    return token;
  }

  async function endSession(): Promise<void> {
    const token = session.current();
    const tokens = session.tokens() ?? (await renewal.restore());
    if (tokens) await authorizationServer().revoke(tokens.refresh);
    if (token !== null && token !== tokens?.access)
      await transport.send({ method: 'POST', path: '/auth/v1/logout', body: {} });
  }

  return {
    signIn: async (how: SignInByBrowser | string, password?: string) =>
      typeof how === 'string'
        ? signInByPassword(how, password ?? '')
        : begin(await signInByBrowser({ clock, server: authorizationServer() }, how)),
    signInByCode: async (request) => begin(await signInByCode({ clock, server: authorizationServer() }, request)),
    async restore() {
      const tokens = await renewal.restore();
      if (tokens) session.adopt(tokens);
      return tokens !== null;
    },
    async signOut() {
      try {
        await endSession();
      } catch (error) {
        // It has ended already.
        if (!(error instanceof AuthenticationError)) throw error;
      } finally {
        session.end();
        await renewal.forget();
      }
    },
    accessToken: () => session.freshToken(),
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
