import type { Time, TimeOrNull, WithDefault } from './columns.ts';

/** An authorization code, which an application receives through the browser and exchanges for tokens. */
export interface AuthorizationCodesTable {
  hash: Buffer;
  'application-id': string;
  'user-id': string;
  /** The session in which the user consented; the code ends with it. */
  'decider-id': string;
  device: string | null;
  'redirect-uri': string;
  /** The SHA-256 of the application's verifier, in base64url. */
  'code-challenge': string;
  'created-on': Time;
  'expires-on': Time;
  'used-on': TimeOrNull;
  /** The session that the code started. */
  'session-id': string | null;
}

/** A pending sign-in of a device without a browser. */
export interface DeviceAuthorizationsTable {
  hash: Buffer;
  'user-code-hash': Buffer;
  'application-id': string;
  device: string | null;
  address: string;
  'user-agent': string;
  'created-on': Time;
  'expires-on': Time;
  /** The minimum interval between two polls; each poll that comes too early increases it. */
  'interval-seconds': WithDefault<number>;
  'polled-on': TimeOrNull;
  'decided-on': TimeOrNull;
  allowed: boolean | null;
  'user-id': string | null;
  /** The session in which the user decided. */
  'decider-id': string | null;
  'used-on': TimeOrNull;
}
