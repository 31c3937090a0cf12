import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { idInRn } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import { invalid } from '../../problem.ts';

/** What is to be given to many and taken from them, by rn. */
export interface LabelChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * The roles or tags that a request names must be there: said once, before anybody is changed.
 *
 * @throws {ProblemError} 400 naming the first field whose role or tag is not there, or not there for the actor
 */
export async function requireLabels(
  tx: Transaction,
  actor: Actor,
  account: string,
  type: 'role' | 'tag',
  { add, remove }: LabelChange,
): Promise<void> {
  const named = [
    ...add.map((rn, index) => ({ path: `add.${index}`, id: idInRn(actor, account, type, rn) })),
    ...remove.map((rn, index) => ({ path: `remove.${index}`, id: idInRn(actor, account, type, rn) })),
  ];
  const rows = await tx
    .selectFrom(type === 'role' ? 'roles' : 'tags')
    .select('id')
    .where('id', '=', sql<string>`any(${named.flatMap(({ id }) => id ?? [])}::uuid[])`)
    .where('account-id', '=', account)
    .$if(type === 'tag', (query) => query.where(sql.ref('deleted-on'), 'is', null))
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const missing = named.find(({ id }) => id === null || !there.has(id));
  if (missing) throw invalid(missing.path, `There is no such ${type} in this account. Choose another ${type}.`);
}
