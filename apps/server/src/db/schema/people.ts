import type { Policy } from '@keyhold/contract';
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
  /** Whom the account asks for a second factor. */
  'second-factor': WithDefault<'off' | 'administrators' | 'everyone'>;
  'password-sign-in': WithDefault<boolean>;
  /** How long a sign-in lasts; null as the installation has it. */
  'session-hours': number | null;
  'leases-ended-on': TimeOrNull;
  'leases-ended': ColumnType<Revocation | null, string | null | undefined, string | null>;
}

/** How the leases of an account were ended that are too many for one transaction: reason, author, and where from. */
export interface Revocation {
  readonly reason: string;
  readonly message: string;
  readonly by: { readonly rn: string; readonly name: string; readonly email: string };
  readonly origin: { readonly requestId: string; readonly address: string; readonly userAgent: string };
}

/** What a directory may manage. */
interface Managed {
  /** How the directory calls it. */
  'external-id': string | null;
  /** The service account that manages it; null where none does. */
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
  policies: ColumnType<Policy[], string | undefined, string>;
  language: 'en' | 'de' | 'fr' | null;
  'deleted-on': TimeOrNull;
}

/** What lists find and order users by. */
export interface UserLookups extends Searched {
  'folded-email': GeneratedAlways<string>;
  /** The last sign-in; `-infinity` of a user without one. */
  'login-order': GeneratedAlways<Date>;
  /** The ids of roles and tags, of deleted tags too; kept by a trigger. */
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
  /** The application by which the user signed in; null is the console, or the call with a password. */
  'application-id': string | null;
  /** What the application calls the device. */
  device: string | null;
  /** How often an application's session was renewed, which its refresh token carries; null of others. */
  renewals: number | null;
  'renewed-on': TimeOrNull;
  /** When the user last proved themselves: by signing in, or later. */
  'proven-on': Time;
  /** The provider's session (`sid`) that single sign-on began it with. */
  'provider-session': WithDefault<string | null>;
  /** Grows with whatever changes what the user may do. */
  version: WithDefault<number>;
}

export interface ActivationKeysTable {
  hash: Buffer;
  'user-id': string;
  'account-id': string;
  purpose: 'activation' | 'reset';
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

export interface AttemptsTable {
  subject: string;
  failures: number;
  'window-start': Time;
  'blocked-until': TimeOrNull;
}

export interface ListVersionsTable {
  'account-id': string;
  list: 'users' | 'licenses' | 'addon-licenses';
  /** The last transaction that changed the list's membership. */
  version: string;
}
