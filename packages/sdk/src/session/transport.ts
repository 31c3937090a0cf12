import { AuthenticationError, KeyholdError, UnreachableError } from '../replies/errors.ts';
import { isRecord, parseJson } from '../replies/json.ts';
import { foreignReply, refusalOf } from '../replies/refusal.ts';
import type { DeviceMark } from '../store/device-mark.ts';
import { abortWith } from '../time/abort.ts';
import type { Clock } from '../time/clock.ts';
import type { Session } from './session.ts';

/** The longest time to wait for a reply, in milliseconds. */
const replyTimeout = 10_000;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly session: Session;
  readonly fetch: typeof fetch;
}

/** A request to the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path below the base address, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Ends the request, until the reply was read or {@link Transport.open} returned the response. */
  readonly signal?: AbortSignal;
  /** How long the server may hold a long poll, in milliseconds. */
  readonly waitsMs?: number;
  /** A shorter time limit for the reply, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The last message that was shown, which acknowledges it and the earlier ones. */
  readonly lastEventId?: string | null;
  /** The rn of the user for whom the request is: it is not sent in the session of another one. */
  readonly user?: string;
  /** The token of the user's lease that the request releases: the server accepts it in place of a session. */
  readonly leaseToken?: string;
  /** The cookie that the request sends, and whose successor it keeps. */
  readonly mark?: DeviceMark;
  /** False for requests that need no session: sign-in and the public keys. */
  readonly signedIn?: boolean;
}

/** Makes requests: adds the session's token, limits the time, and turns every failure into a typed error. */
export interface Transport {
  /**
   * Sends a request and returns the reply's JSON.
   *
   * @throws {UnreachableError} when there is no usable reply.
   * @throws {RefusedError} when the server refuses.
   * @throws {AuthenticationError} `user-changed` when another user than the request's is signed in.
   */
  send(request: ApiRequest): Promise<Record<string, unknown>>;
  /** As {@link Transport.send}, but returns the open response, whose body the caller reads as it arrives. */
  open(request: ApiRequest): Promise<Response>;
}

export function createTransport({ baseUrl, clock, session, fetch }: TransportOptions): Transport {
  /** One attempt; `read` reads the response within the time limit. */
  async function attempt<Result>(request: ApiRequest, token: string | null, read: Read<Result>): Promise<Result> {
    const headers = new Headers({ Accept: 'application/json, text/event-stream' });
    if (token) headers.set('Authorization', `Bearer ${token}`);
    if (request.body !== undefined) headers.set('Content-Type', 'application/json');
    if (request.lastEventId) headers.set('Last-Event-ID', request.lastEventId);
    const mark = await request.mark?.get();
    if (mark) headers.set('Cookie', mark);
    const limit = new AbortController();
    let timedOut = false;
    const patience = Math.min(replyTimeout, request.timeoutMs ?? replyTimeout) + (request.waitsMs ?? 0);
    const cancel = clock.after(patience, () => {
      timedOut = true;
      limit.abort();
    });
    const unlink = abortWith(limit, request.signal);
    try {
      const response = await fetch(baseUrl + request.path, {
        method: request.method,
        headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: limit.signal,
        cache: 'no-store',
      });
      if (!response.ok) throw refusalOf(response, parseJson(await response.text()));
      await request.mark?.keep(response.headers);
      return await read(response);
    } catch (error) {
      if (error instanceof KeyholdError || request.signal?.aborted) throw error;
      const message = timedOut
        ? `The license server did not answer within ${patience / 1000} seconds.`
        : 'The license server cannot be reached.';
      // Each implementation of `fetch` has its own errors; all mean that there is no reply.
      throw new UnreachableError(message, { cause: error });
    } finally {
      cancel();
      unlink();
    }
  }

  async function requestInSession<Result>(request: ApiRequest, read: Read<Result>): Promise<Result> {
    if (request.signedIn === false) return attempt(request, null, read);
    session.renewEarly();
    const token = session.token();
    requireUser(request);
    try {
      return await attempt(request, token, read);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      const renewed = await session.renew(token);
      if (!renewed) throw error;
      requireUser(request);
      return attempt(request, renewed, read);
    }
  }

  /** Whose API token it is may not be known yet: the server decides. */
  function isOfAnother(user: string | undefined): boolean {
    const current = session.identity().user;
    return current !== null && current !== user;
  }

  /** @throws {AuthenticationError} when another user is signed in, who would act on their own leases instead. */
  function requireUser({ user }: ApiRequest): void {
    if (user === undefined || !isOfAnother(user)) return;
    throw new AuthenticationError('user-changed', 'Another user has signed in.', 401);
  }

  /** When the session is refused, tries the lease's own token before the user is prompted to sign in again. */
  async function requestAsHolder<Result>(request: ApiRequest, leaseToken: string, read: Read<Result>): Promise<Result> {
    const token = session.current();
    if (token !== null && isOfAnother(request.user)) return attempt(request, leaseToken, read);
    try {
      if (token !== null) return await attempt(request, token, read);
    } catch (refused) {
      if (!(refused instanceof AuthenticationError)) throw refused;
      session.doubt(token);
    }
    try {
      return await attempt(request, leaseToken, read);
    } catch (refused) {
      if (!(refused instanceof AuthenticationError)) throw refused;
    }
    return requestInSession(request, read);
  }

  function request<Result>(request: ApiRequest, read: Read<Result>): Promise<Result> {
    const { leaseToken } = request;
    return leaseToken === undefined ? requestInSession(request, read) : requestAsHolder(request, leaseToken, read);
  }

  return {
    open: (one) => request(one, async (response) => response),
    send: (one) => request(one, readJson),
  };
}

type Read<Result> = (response: Response) => Promise<Result>;

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const reply = parseJson(await response.text());
  // Only the key set has no envelope. Any other reply is from a proxy, such as a hotel's sign-in page.
  const isOurs = isRecord(reply) && (reply['success'] === true || 'keys' in reply);
  if (!isOurs) throw new UnreachableError(foreignReply);
  return reply;
}
