import {
  type BodyInputOf,
  type Call,
  envelopeFields,
  type OutputOf,
  type ParamsOf,
  type QueryInputOf,
  successEnvelopeSchema,
} from '@keyhold/contract';
import { ApiError } from './error.ts';

/** The address of the API, the token, and hooks around each call. */
export interface ClientOptions {
  /** The address of the API, without a trailing slash; '' for the page's own origin. */
  readonly baseUrl: string;
  /** The token to send with a call, or null when signed out; read again for each one. */
  readonly token?: (call: Call) => string | null | Promise<string | null>;
  /** Called with the error of every failed call, the call, and its token, before the error is thrown. */
  readonly onError?: (error: ApiError, call: Call, token: string | null) => void;
  /** The function that makes requests; the runtime's `fetch` when absent. */
  readonly fetch?: typeof fetch;
}

type Part<Name extends string, Value> =
  Record<never, never> extends Value
    ? Value extends undefined
      ? Record<never, never>
      : { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** The input of one call: `params`, `query` and `body`, if the call has them, and headers such as `If-Match`. */
export type CallInput<One extends Call> = Part<'params', ParamsOf<One>> &
  Part<'query', QueryInputOf<One>> &
  (BodyInputOf<One> extends undefined ? Record<never, never> : Part<'body', BodyInputOf<One>>) & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };

/** A success: the payload without the envelope, the entity tag to send as `If-Match` with a change, and the warnings. */
export interface Reply<Output> {
  readonly data: Output;
  readonly etag: string | null;
  /** Sentences about consequences of the call; the contract's `warnings` has them all. */
  readonly warnings: readonly string[];
}

/** Makes the calls of the contract. */
export interface ApiClient {
  /**
   * Makes a call and returns its payload.
   *
   * @throws {ApiError} when the server refuses.
   * @throws {TypeError} when no server can be reached.
   */
  send<One extends Call>(call: One, input: CallInput<One>): Promise<OutputOf<One>>;
  /** As {@link ApiClient.send}, with the reply's entity tag and warnings beside the payload. */
  sendForReply<One extends Call>(call: One, input: CallInput<One>): Promise<Reply<OutputOf<One>>>;
  /** Makes a call whose reply is server-sent events, and returns the open response. */
  open<One extends Call>(call: One, input: CallInput<One>): Promise<Response>;
}

/**
 * Makes a client of the API.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:8080', token: () => token });
 * const { items } = await client.send(calls.listTags, {});
 */
export function createClient(options: ClientOptions): ApiClient {
  async function request(call: Call, input: LooseInput): Promise<Response> {
    const token = (await options.token?.(call)) ?? null;
    const headers = new Headers(input.headers);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const body =
      input.body === undefined && call.method !== 'POST' && call.method !== 'PUT'
        ? null
        : JSON.stringify(input.body ?? {});
    if (body !== null) headers.set('Content-Type', 'application/json');
    const response = await (options.fetch ?? fetch)(options.baseUrl + pathOf(call, input), {
      method: call.method,
      headers,
      body,
      ...(input.signal ? { signal: input.signal } : {}),
    });
    if (response.ok) return response;
    const error = new ApiError(response, await response.json().catch(() => null));
    options.onError?.(error, call, token);
    throw error;
  }

  async function sendForReply<One extends Call>(call: One, input: CallInput<One>): Promise<Reply<OutputOf<One>>> {
    const response = await request(call, input as LooseInput);
    const reply = (await response.json()) as Record<string, unknown>;
    const warnings = successEnvelopeSchema.shape.warnings.safeParse(reply['warnings']).data ?? [];
    for (const field of envelopeFields) delete reply[field];
    return { data: reply as OutputOf<One>, etag: response.headers.get('etag'), warnings };
  }

  return {
    sendForReply,
    send: async (call, input) => (await sendForReply(call, input)).data,
    open: (call, input) => request(call, input as LooseInput),
  };
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

function pathOf(call: Call, input: LooseInput): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (!value) throw new Error(`${name} is missing in the URL`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}
