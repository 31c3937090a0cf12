import type { Clock } from './clock.ts';
import { AuthenticationError, InvalidReplyError, UnreachableError } from './errors.ts';
import { isRecord, parseJson } from './json.ts';
import { refusalOf } from './refusal.ts';
import type { Session } from './session.ts';

/** The time limit for a reply in milliseconds; well within a lease, so that another attempt fits. */
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
  readonly signal?: AbortSignal;
  /** How long the server may hold a long poll, in milliseconds. */
  readonly waitsMs?: number;
  /** The token of the lease that the request releases: the server accepts it in place of a session that it refuses. */
  readonly leaseToken?: string;
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
    const limit = new AbortController();
    const patience = replyTimeout + (request.waitsMs ?? 0);
    const cancel = clock.after(patience, () => limit.abort());
    try {
      const response = await fetch(baseUrl + request.path, {
        method: request.method,
        headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: request.signal ? AbortSignal.any([limit.signal, request.signal]) : limit.signal,
        cache: 'no-store',
      });
      if (!response.ok) throw refusalOf(response, parseJson(await response.text()));
      return await read(response);
    } catch (error) {
      throw asTyped(error, limit.signal.aborted ? patience : null);
    } finally {
      cancel();
    }
  }

  async function requestInSession<Result>(request: ApiRequest, read: Read<Result>): Promise<Result> {
    if (request.signedIn === false) return attempt(request, null, read);
    session.renewEarly();
    const token = session.token();
    try {
      return await attempt(request, token, read);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      const renewed = await session.renew(token);
      if (!renewed) throw error;
      return attempt(request, renewed, read);
    }
  }

  /** When the session is refused, tries the lease's own token before the user is prompted to sign in again. */
  async function requestAsHolder<Result>(request: ApiRequest, leaseToken: string, read: Read<Result>): Promise<Result> {
    const token = session.current();
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
  if (!isRecord(reply)) throw new InvalidReplyError('The server did not answer in JSON. Check the base address.');
  return reply;
}

/** `fetch` reports a failed connection as a TypeError and a timeout as an abort. */
function asTyped(error: unknown, timedOutAfter: number | null): unknown {
  if (timedOutAfter !== null) {
    return new UnreachableError(`The license server did not answer within ${timedOutAfter / 1000} seconds.`, {
      cause: error,
    });
  }
  if (error instanceof TypeError || (error instanceof Error && error.name === 'AbortError')) {
    return new UnreachableError('The license server cannot be reached.', { cause: error });
  }
  return error;
}
