import type { Dated, Time, TimeOrNull, WithDefault } from './columns.ts';

export interface SignInConnectionsTable extends Dated {
  'account-id': string;
  issuer: string;
  'client-id': string;
  /** Sealed (`secrets/secret-box.ts`). */
  'client-secret': Buffer;
  'create-users': boolean;
  'tags-claim': string | null;
  'trust-provider-factor': boolean;
  /** Grows with every other issuer or client: links of earlier generations have ended. */
  generation: WithDefault<number>;
}

export interface ConnectionDomainsTable {
  'account-id': string;
  name: string;
  /** The TXT record that proves it. */
  record: string;
  'verified-on': TimeOrNull;
}

/** The roles of users who are created at their first sign-in. */
export interface ConnectionRolesTable {
  'account-id': string;
  'role-id': string;
}

/** A subject at an account's provider, and the corresponding user. */
export interface IdentitiesTable {
  'account-id': string;
  issuer: string;
  subject: string;
  'user-id': string;
  /** The connection's, when the link was made. */
  generation: WithDefault<number>;
  'created-on': Time;
}

/** A sign-in in progress at a provider. */
export interface SignInRequestsTable {
  /** The hash of its `state`. */
  hash: Buffer;
  'account-id': string;
  /** The hash of the cookie of the browser that started it. */
  browser: Buffer;
  nonce: string;
  verifier: string;
  'expires-on': Time;
  'used-on': TimeOrNull;
}

/** A sign-in that the provider has completed, until the browser fetches it. */
export interface SignInCodesTable {
  hash: Buffer;
  'account-id': string;
  'user-id': string;
  browser: Buffer;
  /** Whether the provider verified a second factor that is accepted here. */
  'second-factor': boolean;
  /** The provider's session (`sid`). */
  'provider-session': string | null;
  'expires-on': Time;
  'used-on': TimeOrNull;
}
