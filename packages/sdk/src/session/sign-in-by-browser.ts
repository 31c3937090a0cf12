import { runtime } from '#runtime';
import type { Clock } from '../time/clock.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { failureOf, requireWanted, withinLimit } from './sign-in-limit.ts';
import type { Tokens } from './tokens.ts';

/** The options of a sign-in by the browser. */
export interface SignInByBrowser {
  /** Opens an address in the user's own browser, such as Electron's `shell.openExternal`. */
  readonly open: (address: string) => unknown;
  /** The name of this device as shown to the user, at most 200 characters; the machine's name when left out. */
  readonly deviceName?: string;
  /** Aborts the sign-in. */
  readonly signal?: AbortSignal;
  /** How long to wait for the user, in milliseconds; 10 minutes when left out. */
  readonly timeoutMs?: number;
}

/** The default time limit for the user, in milliseconds. */
const usualTimeout = 600_000;

/** The server and the clock of a sign-in. */
export interface SignInMeans {
  readonly server: AuthorizationServer;
  readonly clock: Clock;
}

/** Signs a user in by the browser: authorization code with PKCE and a listener on this machine (RFC 8252). */
export async function signInByBrowser(
  { server, clock }: SignInMeans,
  { open, deviceName = runtime.deviceName(), signal, timeoutMs = usualTimeout }: SignInByBrowser,
): Promise<Tokens> {
  requireWanted(signal);
  const listener = await runtime.listenOnLoopback();
  try {
    const limit = { signal, timeoutMs };
    const request = await withinLimit(clock, limit, server.authorize(listener.redirectUri, deviceName));
    const answer = await withinLimit(clock, limit, Promise.race([listener.answer, failureOf(open, request.address)]));
    let signedIn = false;
    try {
      const tokens = await request.finish(answer.parameters);
      signedIn = true;
      return tokens;
    } finally {
      await answer.reply(signedIn);
    }
  } finally {
    listener.close();
  }
}
