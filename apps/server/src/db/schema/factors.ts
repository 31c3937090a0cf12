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
  /** An authenticator's, sealed (`secrets/secret-box.ts`). */
  secret: Buffer | null;
  /** The step of an authenticator's last code; none before it is good any more. */
  'last-step': number | null;
  'credential-id': string | null;
  'public-key': Buffer | null;
  /** How often a passkey says that it was used; 0 for those that do not count. */
  counter: number | null;
  transports: ColumnType<string[] | null, string | null | undefined, string | null>;
  /** The recovery codes that are not used yet. */
  'code-hashes': Buffer[] | null;
}

/**
 * What a person was asked: the second factor of a sign-in, to add a factor before a sign-in (`enrolment`), the first code of an
 * `authenticator`, a new `passkey`, or a `proof`.
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
  /** The provider's session that a sign-in by single sign-on began with. */
  'provider-session': WithDefault<string | null>;
  'created-on': Time;
  'expires-on': Time;
}

export interface PasskeyRequestsTable {
  hash: Buffer;
  'expires-on': Time;
}
