import { runtime } from '#runtime';
import { UnreachableError } from '../replies/errors.ts';
import { pause } from '../time/clock.ts';
import { isTransient } from '../time/retry.ts';
import type { SignInMeans } from './sign-in-by-browser.ts';
import { failureOf, requireWanted, withinLimit } from './sign-in-limit.ts';
import type { Tokens } from './tokens.ts';

/** A code that the user enters on another device. */
export interface SignInCode {
  /** The code, `XXXX-XXXX`. */
  readonly userCode: string;
  /** The address where the user enters it. */
  readonly verificationUri: string;
  /** The same address with the code in it, for a link or a QR code. */
  readonly verificationUriComplete: string;
  readonly expiresAt: Date;
}

/** The options of a sign-in without a browser. */
export interface SignInByCode {
  /** Shows the code and the address. */
  readonly show: (code: SignInCode) => unknown;
  /** The name of this device as shown to the user, at most 200 characters; the machine's name when left out. */
  readonly deviceName?: string;
  /** Aborts the sign-in. */
  readonly signal?: AbortSignal;
}

/** The increase of the interval after each `slow_down`, in milliseconds (RFC 8628, section 3.5). */
const slowDownBy = 5000;
/** The longest interval after network failures, in milliseconds. */
const longestInterval = 60_000;

/** Signs a user in by a code that they enter on another device (RFC 8628). */
export async function signInByCode(
  { server, clock }: SignInMeans,
  { show, deviceName = runtime.deviceName(), signal }: SignInByCode,
): Promise<Tokens> {
  requireWanted(signal);
  const began = server.authorizeDevice(deviceName);
  const device = await withinLimit(clock, { signal, timeoutMs: longestInterval }, began);
  const { userCode, verificationUri, verificationUriComplete, expiresInMs } = device;
  const expiresAt = new Date(clock.wallTime() + expiresInMs);
  const stopped = new AbortController();
  const shown = failureOf(show, { userCode, verificationUri, verificationUriComplete, expiresAt });
  try {
    const polled = poll(AbortSignal.any(signal ? [signal, stopped.signal] : [stopped.signal]));
    return await withinLimit(clock, { signal, timeoutMs: expiresInMs }, Promise.race([polled, shown]));
  } finally {
    stopped.abort();
  }

  async function poll(ended: AbortSignal): Promise<Tokens> {
    for (let interval = device.intervalMs; ; ) {
      await pause(clock, interval, ended);
      requireWanted(ended);
      try {
        const reply = await server.pollDevice(device.deviceCode);
        if (typeof reply !== 'string') return reply;
        if (reply === 'slow-down') interval += slowDownBy;
      } catch (error) {
        if (!isTransient(error)) throw error;
        const asked = error instanceof UnreachableError ? error.retryAfterMs : null;
        interval = Math.max(interval, Math.min(interval * 2, longestInterval), asked ?? 0);
      }
    }
  }
}
