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
  'private-key': ColumnType<JsonWebKeyRecord | null, string | null, string | null>;
  /** The private key, sealed. */
  'private-key-secret': ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  'public-key': Json<JsonWebKeyRecord>;
  'created-on': Time;
  'retired-on': TimeOrNull;
}

export interface RootKeyTable {
  only: Generated<boolean>;
  id: string;
  'private-key': ColumnType<JsonWebKeyRecord | null, string | null, string | null>;
  /** The private key, sealed. */
  'private-key-secret': ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  'public-key': Json<JsonWebKeyRecord>;
  'created-on': Time;
}

/** A stored JSON Web Key (RFC 7517). */
type JsonWebKeyRecord = Readonly<Record<string, string>>;

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
  /** The user or service account that made the request. */
  'caller-id': string;
  'key-hash': Buffer;
  'request-hash': Buffer;
  reply: Buffer | null;
  /** The end of a node's claim on the request; null without a claim. */
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

/** Counts of the database for the metrics. An older server's sample has fewer fields. */
export interface MetricsSample {
  readonly mails: number;
  readonly leases: Readonly<Record<string, number>>;
  /** Age in seconds of the oldest unsent mail queued after the last sent one; 0 when there is none. */
  readonly mailStalled?: number;
  /** Enabled webhooks, by whether their receivers respond. */
  readonly webhooks?: { readonly answering: number; readonly failing: number };
  readonly deliveries?: number;
  /** Seconds that the oldest first attempt to a responding receiver is overdue; 0 when there is none. */
  readonly deliveriesOverdue?: number;
  readonly backupAge?: number;
  readonly backupFailed?: boolean;
  readonly archivingFailed?: boolean;
  readonly auditBroken?: number;
  /** Seconds since 1970; null when no certificate was seen. */
  readonly certificateEnd?: number | null;
}

/** The single row with the state of backups, audit log checks and the certificate. */
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
