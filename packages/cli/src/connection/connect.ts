import { type ApiClient, createClient } from '@keyhold/client';
import { Failure, UsageError } from '../command/failure.ts';
import { readSession } from './session-file.ts';
import { openSignIn } from './sign-in-by-browser.ts';

/** The address of a server started without any settings. */
export const defaultServer = 'http://localhost:8080';

/** A connection to the API, signed in. */
export interface Connection {
  readonly api: ApiClient;
  readonly server: string;
}

/**
 * Connects to KEYHOLD_URL with KEYHOLD_TOKEN, or with the session of `keyhold login`.
 *
 * @throws {Failure} when there is no session for that server.
 */
export async function connect(): Promise<Connection> {
  const url = process.env['KEYHOLD_URL'] ? serverAddress(process.env['KEYHOLD_URL'], 'KEYHOLD_URL') : null;
  const token = process.env['KEYHOLD_TOKEN'];
  if (token) return connectTo(url ?? defaultServer, token);
  const session = await readSession();
  if (!session) {
    throw new Failure(`You are not signed in. Sign in with: keyhold login --server ${url ?? defaultServer}`);
  }
  // A token is valid only at the server that issued it.
  if (url !== null && url !== session.server) {
    throw new Failure(
      `You are signed in at ${session.server}, not at ${url} (KEYHOLD_URL). Sign in with: keyhold login --server ${url}`,
    );
  }
  if (session.token !== null) return connectTo(session.server, session.token);
  return connectTo(session.server, await restoreSignIn(session.server));
}

/** A client of a server's API, with a token or its getter. Calls throw a {@link Failure} when no server responds. */
export function connectTo(server: string, token: string | null | (() => Promise<string>)): Connection {
  return { server, api: createClient({ baseUrl: server, token: getterOf(token), fetch: reach }) };
}

function getterOf(token: string | null | (() => Promise<string>)) {
  return typeof token === 'function' ? token : () => token;
}

/**
 * Returns the getter of the access tokens of a browser sign-in, which are renewed automatically.
 *
 * @throws {Failure} when no tokens are stored.
 */
async function restoreSignIn(server: string): Promise<() => Promise<string>> {
  const keyhold = openSignIn(server);
  if (!(await keyhold.restore())) {
    throw new Failure(`You are not signed in. Sign in with: keyhold login --server ${server}`);
  }
  return () => keyhold.accessToken();
}

async function reach(...request: Parameters<typeof fetch>): Promise<Response> {
  const { origin } = new URL(String(request[0]));
  let response: Response;
  try {
    response = await fetch(...request);
  } catch (error) {
    throw new Failure(
      `No server answers at ${origin}. Start the server, or sign in to another one with: keyhold login --server URL`,
      {
        cause: error,
      },
    );
  }
  // A failure without the envelope is described by its status; an export is read line by line.
  if (!response.ok || /ndjson|csv/.test(response.headers.get('content-type') ?? '')) return response;
  const text = await response.text().catch((cause: unknown) => {
    throw new Failure(`The answer of ${origin} was cut off. Try again.`, { cause });
  });
  if (isSuccess(text)) return new Response(text, response);
  throw new Failure(`The server at ${origin} is not a Keyhold server. Correct the address.`);
}

/** Whether a text is the reply of a successful call. */
function isSuccess(text: string): boolean {
  try {
    return JSON.parse(text)?.success === true;
  } catch {
    return false;
  }
}

/**
 * Normalizes the address of a server to its origin and path, without a trailing slash.
 *
 * @param name the name of the setting in the error message
 * @throws {UsageError} when the text is not an http or https address.
 */
export function serverAddress(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${name} must be an http or https address such as ${defaultServer}.`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
