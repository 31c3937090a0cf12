import { liveDirectory } from '../access/managed.ts';
import type { Transaction } from '../db/database.ts';

/** Tags, of whom a removed directory manages none. */
export function selectTags(tx: Transaction) {
  return tx.selectFrom('tags').selectAll('tags').select(liveDirectory('tags'));
}
