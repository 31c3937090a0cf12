import { Pool } from 'undici';

/** A reply whose body has been read. */
interface HttpReply<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  /** Readings of `performance.now()` before the request was sent and after its reply was read, in milliseconds. */
  readonly sentAt: number;
  readonly readAt: number;
}

/** An event of a stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A pool of connections to one server that are kept open and reused. */
export interface HttpClient {
  readonly url: string;
  send<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: { readonly token?: string; readonly body?: unknown; readonly signal?: AbortSignal },
  ): Promise<HttpReply<Body>>;
  /**
   * The events of a stream until it ends.
   *
   * @throws {Error} with the status as its message when the stream is refused, or when the connection is lost
   */
  events(path: string, options: { readonly token: string; readonly signal: AbortSignal }): AsyncGenerator<StreamEvent>;
  close(): Promise<void>;
}

/**
 * Opens a client of a server.
 *
 * @param connections maximum number of connections; further requests wait
 */
export function openHttpClient(url: string, connections = 64): HttpClient {
  const pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 60_000 });
  return {
    url,
    async send<Body>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      { token, body, signal }: { readonly token?: string; readonly body?: unknown; readonly signal?: AbortSignal } = {},
    ): Promise<HttpReply<Body>> {
      const sentAt = performance.now();
      const reply = await pool.request({
        method,
        path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
      });
      const text = await reply.body.text();
      return {
        status: reply.statusCode,
        body: (text === '' ? {} : JSON.parse(text)) as Body,
        sentAt,
        readAt: performance.now(),
      };
    },
    async *events(path, { token, signal }) {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers, signal, bodyTimeout: 0 });
      if (statusCode !== 200) {
        await body.dump();
        throw new Error(String(statusCode));
      }
      let text = '';
      for await (const chunk of body.setEncoding('utf8')) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const event = /^event: (.*)$/m.exec(block)?.[1];
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
        }
      }
    },
    close: () => pool.destroy(),
  };
}

/** Signs a user in with e-mail and password, and returns the session's token. */
export async function signIn(client: HttpClient, email: string, password: string): Promise<string> {
  const reply = await client.send<{ token?: string; errors?: string[] }>('POST', '/auth/v1/authorize', {
    body: { username: email, password },
  });
  if (!reply.body.token) throw new Error(`${email} cannot sign in: ${reply.body.errors?.join(' ')}`);
  return reply.body.token;
}
