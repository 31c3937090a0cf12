import type { Role } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { RolesTable } from '../../db/schema.ts';
import { type Installation, rnOf } from '../../installation.ts';

/** A role as replies show it. */
export function roleResource(installation: Installation, row: Selectable<RolesTable>): Role {
  return {
    rn: rnOf(installation, row['account-id'], 'role', row.id),
    name: row.name,
    description: row.description,
    policies: row.policies,
    'created-on': row['created-on'].toISOString(),
    'updated-on': row['updated-on'].toISOString(),
  };
}
