import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json, Time, TimeOrNull, WithDefault } from './columns.ts';

export interface InstallationTable {
  only: Generated<boolean>;
  region: string;
  'provider-account-id': string;
  'created-on': Time;
}

export interface SigningKeysTable {
  id: string;
  'private-key': Json<JsonWebKeyRecord>;
  'public-key': Json<JsonWebKeyRecord>;
  'created-on': Time;
  'retired-on': TimeOrNull;
}

export interface RootKeyTable {
  only: Generated<boolean>;
  id: string;
  'private-key': Json<JsonWebKeyRecord>;
  'public-key': Json<JsonWebKeyRecord>;
  'created-on': Time;
}

/** A JSON Web Key (RFC 7517) as it is kept. */
export type JsonWebKeyRecord = Readonly<Record<string, string>>;

export interface AuditTable {
  'account-id': string;
  seq: Generated<number>;
  on: Time;
  actor: Json<unknown>;
  'actor-rn': GeneratedAlways<string | null>;
  action: string;
  resource: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  address: string | null;
  'request-id': string | null;
  previous: Generated<Buffer>;
  hash: Generated<Buffer>;
}

export interface IdempotencyKeysTable {
  'account-id': string;
  /** The user or service account whose request it was. */
  'caller-id': string;
  'key-hash': Buffer;
  'request-hash': Buffer;
  reply: Buffer | null;
  /** Until when a node has claimed the request; null when none has. */
  'claimed-until': TimeOrNull;
  'created-on': Time;
}

export interface TaskTimesTable {
  task: string;
  'due-on': Time;
}

export interface MetricsSampleTable {
  'counted-on': Time;
  counted: Json<MetricsSample> | null;
}

/** What servers count of the database for their metrics. An older server's sample has less. */
export interface MetricsSample {
  readonly mails: number;
  readonly leases: Readonly<Record<string, number>>;
  /** Seconds since the oldest mail was queued of those since the last one that left; 0 when there is none. */
  readonly mailStalled?: number;
  /** Webhooks in use, by whether their receivers answer. */
  readonly webhooks?: { readonly answering: number; readonly failing: number };
  readonly deliveries?: number;
  /** Seconds since the oldest first delivery to a receiver that answers was due; 0 when there is none. */
  readonly deliveriesOverdue?: number;
  readonly backupAge?: number;
  readonly backupFailed?: boolean;
  readonly auditBroken?: number;
  /** Seconds since 1970; null where no certificate was seen. */
  readonly certificateEnd?: number | null;
}

/** The one row of what is known of the care that this database is given. */
export interface UpkeepTable {
  'backup-made-on': TimeOrNull;
  'backup-file': string | null;
  'backup-tried-on': TimeOrNull;
  'backup-error': string | null;
  'backup-verified-on': TimeOrNull;
  'audit-checked-on': TimeOrNull;
  'audit-broken': WithDefault<number>;
  'certificate-ends-on': TimeOrNull;
}
