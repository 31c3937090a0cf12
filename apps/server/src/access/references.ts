import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { anyOf } from '../db/expressions.ts';
import { invalid } from '../problem.ts';
import type { Actor } from './actor.ts';
import { idInRn } from './guards.ts';

/** An rn in a request body, and the path of its field. */
export interface Reference {
  readonly rn: string;
  readonly path: string;
}

const tables = { user: 'users', 'service-account': 'service-accounts', role: 'roles', tag: 'tags' } as const;

/**
 * Refuses a body that names a missing resource.
 *
 * @param options.lock whether to lock the resources against changes until the commit
 * @param options.word the word for the resource in the error message
 * @throws {ProblemError} 400 with the first field that names a resource that is missing or unreachable for the actor
 */
export async function requireReferences(
  tx: Transaction,
  actor: Actor,
  account: string,
  type: keyof typeof tables,
  references: readonly Reference[],
  { lock = false, word = type as string } = {},
): Promise<void> {
  const named = references.map(({ rn, path }) => ({ path, id: idInRn(actor, account, type, rn) }));
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))].sort();
  const rows = await tx
    .selectFrom(tables[type])
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('account-id', '=', account)
    .$if(type !== 'role', (query) => query.where(sql.ref('deleted-on'), 'is', null))
    .orderBy('id')
    .$if(lock, (query) => query.forShare())
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const missing = named.find(({ id }) => id === null || !there.has(id));
  if (missing) throw invalid(missing.path, `There is no such ${word} in this account. Choose another ${word}.`);
}
