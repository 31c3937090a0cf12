import type { ColumnType, Generated } from 'kysely';
import type { Time, TimeOrNull, WithDefault } from './columns.ts';

export interface FactorsTable {
  id: Generated<string>;
  'account-id': string;
  'user-id': string;
  kind: 'passkey' | 'authenticator' | 'recovery-codes';
  name: string;
  'created-on': Time;
  'last-used-on': TimeOrNull;
  /** The secret of an authenticator, sealed (`secrets/secret-box.ts`). */
  secret: Buffer | null;
  /** The time step of an authenticator's last used code; only codes of later steps are valid. */
  'last-step': number | null;
  'credential-id': string | null;
  'public-key': Buffer | null;
  /** The signature counter of a passkey; 0 for a passkey that does not count. */
  counter: number | null;
  transports: ColumnType<string[] | null, string | null | undefined, string | null>;
  /** The unused recovery codes. */
  'code-hashes': Buffer[] | null;
}

/**
 * The purpose of a challenge: the second factor of a `sign-in`, adding a factor before a sign-in (`enrolment`), the
 * first code of an `authenticator`, a new `passkey`, or a `proof`.
 */
export type ChallengePurpose = 'sign-in' | 'enrolment' | 'authenticator' | 'passkey' | 'proof';

export interface ChallengesTable {
  hash: Buffer;
  'account-id': string;
  'user-id': string;
  purpose: ChallengePurpose;
  /** The session that a proof is for. */
  'session-id': string | null;
  /** The secret of an authenticator that is being added, sealed. */
  secret: Buffer | null;
  /** The provider's session (`sid`) of a sign-in by single sign-on. */
  'provider-session': WithDefault<string | null>;
  'created-on': Time;
  'expires-on': Time;
}

export interface PasskeyRequestsTable {
  hash: Buffer;
  'expires-on': Time;
}
