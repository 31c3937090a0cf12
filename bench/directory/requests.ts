import { startProgress } from '@keyhold/cli';
import { Pool } from 'undici';

/** The measurements of one step of a synchronisation. */
export interface Step {
  readonly what: string;
  readonly requests: number;
  readonly seconds: number;
  /** The duration of each request, in milliseconds. */
  readonly took: readonly number[];
}

/** Sends requests to a server like a directory. */
export interface DirectoryClient {
  /** @throws {Error} when the reply has another status */
  send(method: string, path: string, status: number, body?: object): Promise<{ body: Record<string, unknown> }>;
  close(): Promise<void>;
}

/** Opens a client of the server at an address, with a directory's token. */
export function openDirectoryClient(url: string, token: string, connections: number): DirectoryClient {
  const pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 60_000 });
  return {
    async send(method, path, status, body) {
      const reply = await pool.request({
        method,
        path: `/scim/v2${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await reply.body.text();
      if (reply.statusCode !== status) {
        throw new Error(`${method} ${path} was answered ${reply.statusCode}: ${text.slice(0, 500)}`);
      }
      return { body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
    },
    close: () => pool.destroy(),
  };
}

/**
 * Creates a function that sends and measures a request for each of several things, some of them concurrently.
 *
 * @param parallel number of concurrent requests
 */
export function createProgress(parallel: number) {
  return async function measure<Thing>(
    what: string,
    things: readonly Thing[],
    request: (thing: Thing) => Promise<void>,
  ): Promise<Step> {
    const progress = startProgress(what);
    const took: number[] = [];
    const waiting = things.values();
    const began = performance.now();
    const work = async () => {
      for (const thing of waiting) {
        const sent = performance.now();
        await request(thing);
        took.push(performance.now() - sent);
        progress.update(took.length, things.length);
      }
    };
    try {
      await Promise.all(Array.from({ length: parallel }, work));
    } finally {
      progress.stop();
    }
    return { what, requests: things.length, seconds: (performance.now() - began) / 1000, took };
  };
}
