import type { Language, Policy, SecondFactorPolicy, Security } from '@keyhold/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Dated, Json, Searched, Time, TimeOrNull, WithDefault } from './columns.ts';

export interface AccountsTable extends Dated, Searched {
  id: Generated<string>;
  name: string;
  'customer-number': WithDefault<string>;
  description: WithDefault<string>;
  status: WithDefault<'Pending' | 'Active' | 'Inactive'>;
  'owner-id': string | null;
  'deleted-on': TimeOrNull;
  /** The users who need a second factor. */
  'second-factor': WithDefault<SecondFactorPolicy>;
  'password-sign-in': WithDefault<boolean>;
  /** How long a sign-in lasts; null for the installation's default. */
  'session-hours': number | null;
  /** The days before an end at which administrators are warned. */
  'end-warnings': WithDefault<Security['end-warnings']>;
  /** Activation keys that were issued earlier open nothing. */
  'keys-ended-on': TimeOrNull;
  /** What follows in chunks: the rows of the account are being deleted or restored. */
  cascading: WithDefault<'deletion' | 'restoration' | null>;
  /** The `deleted-on` of the rows that are deleted with the account. */
  'cascaded-on': TimeOrNull;
  /** Sessions that began before are over. */
  'sessions-ended-on': TimeOrNull;
  'leases-ended-on': TimeOrNull;
  'leases-ended': ColumnType<Revocation | null, string | null | undefined, string | null>;
}

/** How an account's leases were ended, when there are too many for one transaction: reason, author and origin. */
export interface Revocation {
  readonly reason: string;
  readonly message: string;
  readonly by: { readonly rn: string; readonly name: string; readonly email: string };
  readonly origin: { readonly requestId: string; readonly address: string; readonly userAgent: string };
}

/** Columns of rows that a directory may manage. */
interface Managed {
  /** The directory's id for it. */
  'external-id': string | null;
  /** The service account that manages it; null if none does. */
  'directory-id': string | null;
}

export interface UsersTable extends Dated, UserLookups, Managed {
  id: Generated<string>;
  'account-id': string;
  email: string;
  'first-name': string;
  'last-name': string;
  title: WithDefault<string>;
  description: WithDefault<string>;
  status: WithDefault<'Pending' | 'Active' | 'Inactive'>;
  'password-hash': string | null;
  'last-login': TimeOrNull;
  'last-password-change': TimeOrNull;
  /** When the present e-mail was confirmed. */
  'email-confirmed-on': TimeOrNull;
  /** The last e-mail that was confirmed. */
  'confirmed-email': string | null;
  policies: ColumnType<Policy[], string | undefined, string>;
  language: Language | null;
  'deleted-on': TimeOrNull;
}

/** Columns that lists search and sort users by. */
export interface UserLookups extends Searched {
  'folded-email': GeneratedAlways<string>;
  /** The domain of the e-mail, in folded case; maintained by a trigger, null until the migration 0080 has noted it. */
  'email-domain': string | null;
  /** The last sign-in; `-infinity` for a user without one. */
  'login-order': GeneratedAlways<Date>;
  /** The ids of the user's roles and tags, including deleted tags; maintained by a trigger. */
  labels: Generated<string[]>;
}

export interface RolesTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  name: string;
  description: WithDefault<string>;
  policies: Json<Policy[]>;
}

export interface TagsTable extends Dated, Managed {
  id: Generated<string>;
  'account-id': string;
  name: string;
  description: WithDefault<string>;
  'deleted-on': TimeOrNull;
}

export interface UserRolesTable {
  'user-id': string;
  'role-id': string;
  'account-id': string;
}

export interface UserTagsTable {
  'user-id': string;
  'tag-id': string;
  'account-id': string;
}

export interface SessionsTable {
  id: Generated<string>;
  'user-id': string;
  'account-id': string;
  'created-on': Time;
  'last-used-on': Time;
  'expires-on': Time;
  'ended-on': TimeOrNull;
  address: string;
  'user-agent': string;
  /** The application that the user signed in to; null for the console or a sign-in call with a password. */
  'application-id': string | null;
  /** The application's name for the device. */
  device: string | null;
  /** The number of renewals of an application's session, also in its refresh token; null for other sessions. */
  renewals: number | null;
  'renewed-on': TimeOrNull;
  /** When the access token of a renewal was first used; before `renewed-on`, it is that of an earlier renewal. */
  'renewal-used-on': TimeOrNull;
  /** When the user last authenticated: at sign-in, or later. */
  'proven-on': Time;
  /** The provider's session (`sid`) from single sign-on. */
  'provider-session': WithDefault<string | null>;
  /** Grows with every change of the user's rights. */
  version: WithDefault<number>;
}

export interface ActivationKeysTable {
  hash: Buffer;
  'user-id': string;
  'account-id': string;
  purpose: 'activation' | 'reset';
  /** Whether the key was mailed to the user, and shown to nobody else. */
  mailed: WithDefault<boolean>;
  /** The user or service account who issued it; null for a user's own request, and at the first start. */
  'issued-by': string | null;
  'created-on': Time;
  'expires-on': Time;
  'ended-on': TimeOrNull;
}

/** A mailed link that confirms an e-mail. */
export interface EmailConfirmationsTable {
  hash: Buffer;
  'user-id': string;
  'account-id': string;
  email: string;
  'created-on': Time;
  'expires-on': Time;
  'ended-on': TimeOrNull;
}

export interface ResetRequestsTable {
  id: Generated<string>;
  email: string;
  'created-on': Time;
  'handled-on': TimeOrNull;
  mailed: WithDefault<boolean>;
}

/** A mail with a link that sets a password. */
export interface LinkMailsTable {
  /** The e-mail, in folded case. */
  recipient: string;
  kind: 'invitation' | 'reset';
  on: Time;
}

export interface AttemptsTable {
  subject: string;
  failures: number;
  'window-start': Time;
  'blocked-until': TimeOrNull;
}

/** A browser or application with which a user has signed in. */
export interface DeviceMarksTable {
  hash: Buffer;
  'user-id': string;
  'account-id': string;
  'last-used-on': Time;
  'expires-on': Time;
  'used-again': WithDefault<boolean>;
}

/** A network from which a user has signed in. */
export interface KnownAddressesTable {
  'user-id': string;
  'account-id': string;
  network: Buffer;
  'last-on': Time;
}

export interface ListVersionsTable {
  'account-id': string;
  list: 'users' | 'licenses' | 'addon-licenses';
  /** The last transaction that changed the list's membership. */
  version: string;
}
