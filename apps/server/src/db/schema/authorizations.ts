import type { Time, TimeOrNull, WithDefault } from './columns.ts';

/** A code that the browser brings an application, which exchanges it for tokens. */
export interface AuthorizationCodesTable {
  hash: Buffer;
  'application-id': string;
  'user-id': string;
  /** The session in which its user allowed it; with that it ends. */
  'decider-id': string;
  device: string | null;
  'redirect-uri': string;
  /** The SHA-256 of the application's verifier, in base64url. */
  'code-challenge': string;
  'created-on': Time;
  'expires-on': Time;
  'used-on': TimeOrNull;
  /** The session that it began. */
  'session-id': string | null;
}

/** A sign-in that a device without a browser waits for. */
export interface DeviceAuthorizationsTable {
  hash: Buffer;
  'user-code-hash': Buffer;
  'application-id': string;
  device: string | null;
  address: string;
  'user-agent': string;
  'created-on': Time;
  'expires-on': Time;
  /** How long the device has to wait between two questions; it grows with each that comes too early. */
  'interval-seconds': WithDefault<number>;
  'polled-on': TimeOrNull;
  'decided-on': TimeOrNull;
  allowed: boolean | null;
  'user-id': string | null;
  /** The session in which its user decided. */
  'decider-id': string | null;
  'used-on': TimeOrNull;
}
