import { sql, type UpdateObject, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Transaction } from './database.ts';
import type { Database } from './schema.ts';

/** Tables whose rows have an id, and the time of their last change. */
type ChangedTable = 'accounts' | 'addon-licenses' | 'licenses' | 'products' | 'tags' | 'users' | 'webhooks';

/** The update of a row, with the time of its change; to be executed, or extended by what it returns. */
export function updateRow<Table extends ChangedTable>(
  tx: Transaction,
  table: Table,
  id: string,
  changes: UpdateObject<Database, Table>,
): UpdateQueryBuilder<Database, Table, Table, UpdateResult> {
  const update = tx.updateTable<ChangedTable>(table).set({ ...changes, 'updated-on': sql`clock_timestamp()` });
  // The columns of one table, which Kysely does not follow through a type parameter.
  return update.where('id', '=', id) as unknown as UpdateQueryBuilder<Database, Table, Table, UpdateResult>;
}
