import { runtime } from '#runtime';
import { describedDevice } from './device/described-device.ts';
import type { KeyholdOptions } from './keyhold-options.ts';
import type { ConsumeRequest } from './leases/consume-request.ts';
import { keepLease } from './leases/keep-lease.ts';
import { keepOffline } from './leases/keep-offline.ts';
import type { Lease } from './leases/lease.ts';
import { createLeaseCalls } from './leases/lease-calls.ts';
import { createOfflineLeases, type OfflineLease } from './leases/offline-lease.ts';
import { waitInLine } from './leases/wait-in-line.ts';
import { type ConsumableLicense, readConsumable } from './replies/consumable-license.ts';
import { AuthenticationError, ClockError, InvalidReplyError, KeyholdError, SignInError } from './replies/errors.ts';
import { textOrNull } from './replies/json.ts';
import { isServiceAccount } from './session/api-token.ts';
import type { AuthorizationServer } from './session/authorization-server.ts';
import { createSession } from './session/session.ts';
import { type SignInByBrowser, signInByBrowser } from './session/sign-in-by-browser.ts';
import { type SignInByCode, signInByCode } from './session/sign-in-by-code.ts';
import { createTokenRenewal } from './session/token-renewal.ts';
import type { Tokens } from './session/tokens.ts';
import { createTransport } from './session/transport.ts';
import { createVerifier, requireCrypto } from './signatures/verifier.ts';
import { createDeviceMark } from './store/device-mark.ts';
import { randomId } from './store/random-id.ts';
import { createServerTime } from './store/server-time.ts';
import { memoryStore } from './store/store.ts';
import { systemClock } from './time/clock.ts';
import { retry } from './time/retry.ts';

/** The connection of an application to its license server. */
export interface Keyhold {
  /**
   * Signs a user in with their browser, as their account requires, and returns the first access token. The tokens are
   * kept in the store and renewed automatically. For Node.js and Electron's main process.
   *
   * @throws {SignInError} when the sign-in failed; its `code` is the reason.
   * @throws {AuthenticationError} when the user may no longer sign in, or the application is not registered.
   * @throws {UnreachableError} when the server cannot be reached.
   * @throws {InvalidReplyError} when the reply is not from a license server, or its issuer differs from `baseUrl`.
   * @throws the error of the store when it cannot keep the tokens; the session is then ended.
   * @example
   * await keyhold.signIn({ open: (address) => shell.openExternal(address) });
   */
  signIn(request: SignInByBrowser): Promise<string>;
  /**
   * Signs a user in by e-mail and password, for old clients and web pages, and returns the session's token. It supports
   * neither passkeys nor single sign-on.
   *
   * @throws {SignInError} `second-factor` when one is required.
   * @throws {AuthenticationError} when the e-mail address or the password is wrong, or the user may not sign in.
   * @throws {UnreachableError} when the server cannot be reached, or refuses further attempts for a while after too
   * many wrong passwords.
   * @throws {InvalidReplyError} when the server replies without a session token.
   * @example
   * await keyhold.signIn('ada@acme.example', password);
   */
  signIn(email: string, password: string): Promise<string>;
  /**
   * Signs a user in by a code that they enter in a browser elsewhere, and returns the first access token. For terminals
   * and devices without a browser. Tokens are kept and renewed, and errors thrown, as by {@link Keyhold.signIn}.
   *
   * @example
   * await keyhold.signInByCode({
   *   show: ({ userCode, verificationUri }) => console.log(`Open ${verificationUri} and enter ${userCode}.`),
   * });
   */
  signInByCode(request: SignInByCode): Promise<string>;
  /**
   * Restores the sign-in of an earlier run from the store; returns false when there is none. Sends no request: a
   * session that ended since is refused at the next request.
   *
   * @example
   * if (!(await keyhold.restore())) await keyhold.signIn({ open });
   */
  restore(): Promise<boolean>;
  /**
   * Ends the session on the server, which releases its leases, and deletes the tokens. The user is always signed out
   * locally, and in every run that shares the store.
   *
   * @throws {UnreachableError} when the server cannot be reached: the session then lasts there until it expires.
   */
  signOut(): Promise<void>;
  /**
   * Returns a valid access token, for the application's own requests.
   *
   * @throws {AuthenticationError} when no user is signed in.
   * @throws {UnreachableError} when the token must be renewed and the server cannot be reached.
   */
  accessToken(): Promise<string>;
  /**
   * Uses a session token that the application got elsewhere.
   *
   * @throws {InvalidReplyError} when it is not a session token of Keyhold.
   * @example
   * keyhold.useToken(await tokenFromYourBackend());
   */
  useToken(token: string): void;
  /**
   * The rn of the signed-in user, from their token; of a service account, as its first lease says.
   *
   * @throws {AuthenticationError} when no user is signed in.
   * @throws {KeyholdError} `no-lease-yet` when an API token has had no lease yet.
   */
  user(): string;
  /**
   * Takes a seat, or resumes the one that this user holds on this device. The SDK keeps it alive until it is released.
   * It belongs to this user: when another one signs in, it ends with the next heartbeat, and its seat is released. If this
   * user has checked a seat of the product out on this device, its offline lease is opened, for which no server is needed.
   * With `wait` it waits in line where no seat is free, and with `takeOver` for the user's own seat of another device.
   *
   * @throws {PlaceLostError} when the place in line has ended; its `code` is the reason.
   * @throws {NoSeatError} when every seat is in use; every other refusal of the protocol has its own class.
   * @throws {UnreachableError} when the server cannot be reached.
   * @throws {InvalidReplyError} when the reply is not signed by the server, or does not match the request.
   * @throws {KeyholdError} `no-secure-context` in a page served over plain http, or `no-ed25519` in an old browser, where
   * no signature can be verified.
   * @example
   * const lease = await keyhold.consume({ product: 'keyhold-studio', client: { name: 'Studio', version: '26.1' } });
   * lease.on('released', async ({ message }) => { await saveEverything(); showSignIn(message); });
   */
  consume(request: ConsumeRequest): Promise<Lease>;
  /**
   * The offline lease of a product (its rn or id) that an earlier run checked out on this device (`machineId()` when left
   * out), or null when there is none or it expired. It needs neither a server nor a signed-in user; with both, it also completes a check-out of
   * this user whose reply was lost.
   *
   * @throws {ClockError} when the machine's clock was set back.
   * @throws {InvalidReplyError} when the stored lease of this device is damaged, or not signed by this server.
   * @throws {KeyholdError} `no-root-key` when a lease is stored and the application has no root key built in;
   * `no-secure-context` in a page served over plain http; `no-ed25519` in an old browser.
   * @example
   * const offline = await keyhold.openOffline('keyhold-studio');
   * if (offline?.entitled) startWith(offline.certificate);
   */
  openOffline(product: string, device?: string): Promise<OfflineLease | null>;
  /**
   * The licenses that the user may consume, of one product (its rn or id) or of all.
   *
   * @throws {AuthenticationError} when no user is signed in.
   * @throws {UnreachableError} when the server cannot be reached.
   * @throws {InvalidReplyError} when the reply is not a list of licenses.
   * @example
   * const products = new Set((await keyhold.consumable()).map((license) => license.product));
   */
  consumable(product?: string): Promise<readonly ConsumableLicense[]>;
}

/** The number of attempts of an initial request, over about 15 s, before the application gets the error. */
const attempts = 5;

/**
 * Connects an application to its license server.
 *
 * @example
 * const keyhold = createKeyhold({ baseUrl: 'https://licenses.example.com', application: 'studio-desktop' });
 * await keyhold.signIn({ open: (address) => shell.openExternal(address) });
 * const lease = await keyhold.consume({ product: 'keyhold-studio', client: { name: 'Studio', version: '26.1' } });
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
  const mark = createDeviceMark(store, `keyhold.device@${baseUrl}`);
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
    try {
      await renewal.keep(tokens);
    } catch (error) {
      // Nobody could use the session, and it would be listed until it expires.
      await authorizationServer()
        .revoke(tokens.refresh)
        .catch(() => undefined);
      throw error;
    }
    session.adopt(tokens);
    return tokens.access;
  }

  async function signInByPassword(email: string, password: string): Promise<string> {
    const reply = await transport.send({
      method: 'POST',
      path: '/auth/v1/authorize',
      body: { username: email, password },
      mark,
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

  /** The seat that this user has checked out, if it can be opened. Without one, the server decides. */
  async function openOwn({ product, license }: ConsumeRequest, device: string, user: string | null) {
    if (!options.rootKey) return null;
    try {
      const lease = await offline.open(product, device);
      const isOwn = user === null ? isServiceAccount(lease?.user ?? '') : lease?.user === user;
      return lease && isOwn && (license ?? lease.license) === lease.license ? lease : null;
    } catch (error) {
      if (error instanceof InvalidReplyError || error instanceof ClockError) return null;
      throw error;
    }
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
        // The session already ended.
        if (!(error instanceof AuthenticationError)) throw error;
      } finally {
        session.end();
        await renewal.forget();
      }
    },
    accessToken: () => session.freshToken(),
    useToken: (token) => session.set(token),
    user() {
      const { user } = session.identity();
      if (user !== null) return user;
      throw new KeyholdError('no-lease-yet', 'Whose API token it is is known with its first lease.');
    },
    async consume(request) {
      const { user } = session.identity();
      await requireCrypto();
      const device = await describedDevice(request);
      const checkedOut =
        (await openOwn(request, device.id, user)) ??
        (user === null ? null : await retry(clock, attempts, () => offline.complete(request.product, device.id, user)));
      if (checkedOut) return keepOffline(clock, checkedOut);
      const streamId = request.streamId ?? randomId();
      const means = { transport, verifier, session, clock, serverTime, offline };
      const calls = createLeaseCalls(means, { ...request, device, streamId });
      const { wait, takeOver, signal } = request;
      signal?.throwIfAborted();
      if (!wait && !takeOver) return keepLease(calls, clock, await retry(clock, attempts, () => calls.consume()));
      const entered = await retry(clock, attempts, () => calls.enter({ wait, takeOver }));
      if (!('waiting' in entered)) return keepLease(calls, clock, entered);
      return keepLease(calls, clock, await waitInLine({ clock, calls, request, attempts }, entered));
    },
    async openOffline(product, named) {
      const device = named ?? (await runtime.machineId());
      const lease = await offline.open(product, device);
      const user = session.current() === null ? null : session.identity().user;
      if (lease || user === null) return lease;
      // Without a server there is no lease to open yet.
      return offline.complete(product, device, user).catch(() => null);
    },
    async consumable(product) {
      const query = product === undefined ? '' : `?product=${encodeURIComponent(product)}`;
      const reply = await transport.send({ method: 'GET', path: `/license/v1/licenses/consumable${query}` });
      if (!Array.isArray(reply['items']))
        throw new InvalidReplyError('The server answered without a list of licenses.');
      return reply['items'].map(readConsumable);
    },
  };
}
