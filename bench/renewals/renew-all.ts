import { Pool } from 'undici';

/** Applications that are signed in at a server, each with its currently valid refresh token. */
export interface Applications {
  readonly pool: Pool;
  readonly client: string;
  readonly tokens: string[];
}

/** A round in which every application renews its session once. */
export interface Round {
  readonly perSecond: number;
  /** The duration of each request since the common start, in milliseconds. */
  readonly took: readonly number[];
}

/** Opens the applications of a server; each has its own connection, as on its device. */
export function openApplications(url: string, client: string, tokens: string[]): Applications {
  const pool = new Pool(url, { connections: tokens.length, pipelining: 1, keepAliveTimeout: 600_000 });
  return { pool, client, tokens };
}

/**
 * Renews the sessions of all applications at once, and stores the new tokens.
 *
 * @throws {Error} when one is refused
 */
export async function renewAll({ pool, client, tokens }: Applications): Promise<Round> {
  const began = performance.now();
  const took = await Promise.all(
    tokens.map(async (token, index) => {
      const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: client, refresh_token: token });
      const reply = await pool.request({
        method: 'POST',
        path: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${form}`,
      });
      const body = (await reply.body.json()) as { refresh_token?: string };
      if (!body.refresh_token) throw new Error(`A renewal was answered ${reply.statusCode}: ${JSON.stringify(body)}`);
      tokens[index] = body.refresh_token;
      return performance.now() - began;
    }),
  );
  return { perSecond: (tokens.length * 1000) / (performance.now() - began), took };
}
