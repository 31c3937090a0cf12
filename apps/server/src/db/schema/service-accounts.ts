import type { OwnPolicy } from '@keyhold/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Dated, Time, TimeOrNull, WithDefault } from './columns.ts';

export interface ServiceAccountsTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  name: string;
  description: WithDefault<string>;
  policies: ColumnType<OwnPolicy[], string | undefined, string>;
}

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
  /** The ranges of addresses where it is good; everywhere if there is none. */
  addresses: string[];
  /** The user who made it and hears of its end; null once they are gone. */
  'maker-id': string | null;
  'created-on': Time;
  'expires-on': Time;
  'last-used-on': TimeOrNull;
  'warned-on': TimeOrNull;
  /** Grows with whatever changes what the service account may do. */
  version: WithDefault<number>;
}

/** A change that a directory was refused. */
export interface DirectoryFailuresTable {
  id: Generated<string>;
  'account-id': string;
  'directory-id': string;
  on: Time;
  method: string;
  target: string;
  name: string;
  status: number;
  /** Null of what was refused before codes were kept. */
  code: string | null;
  message: string;
}
