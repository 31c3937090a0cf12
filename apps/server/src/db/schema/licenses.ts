import type { License, LicenseState, Policy, PoolRules, TokenAlgorithm } from '@keyhold/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Dated, Searched, Time, TimeOrNull, WithDefault } from './columns.ts';

export interface CatalogueTable extends Dated {
  id: string;
  name: string;
  description: WithDefault<string>;
  status: WithDefault<'Active' | 'Retired'>;
}

export interface ProductsTable extends CatalogueTable {
  /** How often a client sends a heartbeat. */
  'heartbeat-seconds': WithDefault<number>;
  /** How long a lease lasts without a heartbeat. */
  'lease-seconds': WithDefault<number>;
  /** How much longer the seat stays reserved for an unreachable client. */
  'grace-seconds': WithDefault<number>;
  /** The name of the algorithm in its lease tokens. */
  'token-alg': WithDefault<TokenAlgorithm>;
  /** Refuse clients of a higher version than the license's. */
  'enforce-version': WithDefault<boolean>;
  /** Null where nobody has decided: the setting of the installation decides. */
  shared: boolean | null;
}

export interface ApplicationsTable extends Dated {
  /** The `client_id`. */
  id: string;
  name: string;
  /** Null only for the command `keyhold`. */
  'product-id': string | null;
  redirect: WithDefault<'loopback'>;
}

type DeviceColumns = Pick<
  LicenseState,
  | 'client-name'
  | 'client-version'
  | 'device-id'
  | 'device-ip'
  | 'device-locale'
  | 'device-name'
  | 'device-os'
  | 'device-user'
  | 'stream-id'
>;

/** The reason and the author of a lease's release. */
export interface Release {
  readonly reason: string;
  readonly message: string;
  readonly by: string | null;
}

export interface PoolsTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  'product-id': string;
  name: string;
  description: WithDefault<string>;
  policies: ColumnType<Policy[], string | undefined, string>;
  /** A rule that is missing is none. */
  rules: ColumnType<Partial<PoolRules>, string | undefined, string>;
}

export interface LicensesTable extends Dated, DeviceColumns, Searched {
  id: string;
  'account-id': string;
  'product-id': string;
  description: WithDefault<string>;
  'order-reference': WithDefault<string>;
  type: License['certificate']['type'];
  version: WithDefault<string>;
  'expiry-perpetual': WithDefault<boolean>;
  'expiry-date': TimeOrNull;
  'expiry-period': number | null;
  'maintenance-start': TimeOrNull;
  'maintenance-end': TimeOrNull;
  /** The days that the license goes on after its end. */
  'grace-days': WithDefault<number>;
  status: WithDefault<'Active' | 'Suspended'>;
  /** Empty for a pooled license. */
  policies: ColumnType<Policy[], string | undefined, string>;
  'pool-id': string | null;
  /** Whether it is a seat beyond what was bought. */
  overdraft: WithDefault<boolean>;
  /** A hash of the policies, equal for licenses of one policy group. */
  'policies-kind': GeneratedAlways<number>;
  /** Whether any policy statement has conditions, and the rns of the users that statements name. */
  'by-conditions': GeneratedAlways<boolean>;
  'by-name': GeneratedAlways<string[]>;
  'deleted-on': TimeOrNull;
  'lease-state': WithDefault<'free' | 'active' | 'releasing' | 'offline'>;
  'lease-id': string | null;
  epoch: WithDefault<number>;
  /** A user, or a service account. */
  'holder-id': string | null;
  /** Equals the holder's id where it is a service account; any other value means nothing. */
  'machine-id': string | null;
  /** The session, or the token of the service account, that the lease belongs to; its row may have been deleted. */
  'session-id': string | null;
  'leased-on': TimeOrNull;
  'expires-at': TimeOrNull;
  /** When the lease ends by itself, as its consume has set; null if it goes on. */
  'lease-ends-on': TimeOrNull;
  /** The waiter to whom the free seat is offered, and how long it is kept for them. */
  'offered-to': WithDefault<string | null>;
  'offered-until': TimeOrNull;
  /** How long the holder had not touched the application at its last heartbeat; null if it does not say. */
  'idle-ms': WithDefault<number | null>;
  'heartbeat-seq': number | null;
  /** The `seq` and the nonce of the last heartbeat; an older server does not write it. */
  'heartbeat-request': string | null;
  /** The epoch in which a heartbeat of a copy was refused; another epoch has no such heartbeat. */
  'copied-epoch': number | null;
  'activation-date': TimeOrNull;
  'release-reason': string | null;
  'release-by': string | null;
  'release-message': string | null;
  'previous-lease-id': string | null;
  'previous-holder-id': string | null;
  /** How the previous lease was released; null when it ended otherwise. */
  'previous-release': ColumnType<Release | null, string | null | undefined, string | null>;
  'last-device-id': string | null;
  'freed-on': TimeOrNull;
  'expiry-told': TimeOrNull;
  /** The end that administrators were last warned of, and the days before it: the smallest window so far. */
  'end-warned-for': TimeOrNull;
  'end-warned-days': number | null;
}

export interface AddonLicensesTable extends Dated, Searched {
  id: string;
  'account-id': string;
  'addon-id': string;
  type: License['certificate']['type'];
  'order-reference': WithDefault<string>;
  'license-id': string | null;
  'deleted-on': TimeOrNull;
}

export interface LeaseMessagesTable {
  id: Generated<string>;
  'account-id': string;
  'lease-id': string;
  message: string;
  by: string;
  'created-on': Time;
}
