import type { Account } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { AccountsTable } from '../../db/schema.ts';
import { type Installation, rnOf } from '../../installation.ts';

export type AccountRow = Selectable<AccountsTable>;

/** An account as replies show it. */
export function accountResource(installation: Installation, row: AccountRow): Account {
  return {
    rn: rnOf(installation, row.id, 'account', row.id),
    name: row.name,
    description: row.description,
    status: row.status,
    owner: row['owner-id'] && rnOf(installation, row.id, 'user', row['owner-id']),
    'created-on': row['created-on'].toISOString(),
    'updated-on': row['updated-on'].toISOString(),
  };
}
