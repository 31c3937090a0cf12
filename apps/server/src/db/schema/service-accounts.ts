import type { OwnPolicy } from '@keyhold/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Dated, Time, TimeOrNull, WithDefault } from './columns.ts';
import type { Revocation } from './people.ts';

export interface ServiceAccountsTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  name: string;
  description: WithDefault<string>;
  policies: ColumnType<OwnPolicy[], string | undefined, string>;
  /** Who removed it as a directory, until its users and tags have followed. */
  'released-by': ColumnType<DirectoryRelease | null, string | null | undefined, string | null>;
  /** Set for a deleted one, which is kept for a while: usage and licenses in offline use name it. */
  'deleted-on': TimeOrNull;
}

/** Who removed a directory, and from where. */
export type DirectoryRelease = Pick<Revocation, 'by' | 'origin'>;

export interface ServiceAccountRolesTable {
  'service-account-id': string;
  'role-id': string;
  'account-id': string;
}

export interface ServiceAccountTokensTable {
  id: Generated<string>;
  'account-id': string;
  'service-account-id': string;
  name: string;
  prefix: string;
  hash: Buffer;
  /** The address ranges where the token is valid; everywhere if empty. */
  addresses: string[];
  /** The user who created the token and is notified before it expires; null once the user is removed. */
  'maker-id': string | null;
  'created-on': Time;
  'expires-on': Time;
  'last-used-on': TimeOrNull;
  'warned-on': TimeOrNull;
  /** Grows with every change of the service account's rights. */
  version: WithDefault<number>;
}

/** A rejected change of a directory. */
export interface DirectoryFailuresTable {
  id: Generated<string>;
  'account-id': string;
  'directory-id': string;
  on: Time;
  method: string;
  target: string;
  name: string;
  status: number;
  /** Null for rejections recorded before codes existed. */
  code: string | null;
  message: string;
}
