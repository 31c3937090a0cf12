import { Pool } from 'undici';

/** A reply whose body has been read. */
interface HttpReply<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  /** Readings of `performance.now()` before the request was sent and after its reply was read, in milliseconds. */
  readonly sentAt: number;
  readonly readAt: number;
}

/** A pool of connections to one server that are kept open and reused. */
export interface HttpClient {
  readonly url: string;
  send<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: { readonly token?: string; readonly body?: unknown },
  ): Promise<HttpReply<Body>>;
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
      { token, body }: { readonly token?: string; readonly body?: unknown } = {},
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
      });
      const text = await reply.body.text();
      return {
        status: reply.statusCode,
        body: (text === '' ? {} : JSON.parse(text)) as Body,
        sentAt,
        readAt: performance.now(),
      };
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
