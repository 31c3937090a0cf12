import type { Tag } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { TagsTable } from '../../db/schema.ts';
import { type Installation, rnOf } from '../../installation.ts';

/** A tag as replies show it. */
export function tagResource(installation: Installation, row: Selectable<TagsTable>): Tag {
  return {
    rn: rnOf(installation, row['account-id'], 'tag', row.id),
    name: row.name,
    description: row.description,
    'created-on': row['created-on'].toISOString(),
    'updated-on': row['updated-on'].toISOString(),
  };
}
