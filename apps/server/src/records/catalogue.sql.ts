import { catalogueIdPattern } from '@keyhold/contract';
import type { Actor } from '../access/actor.ts';
import { idInRn } from '../access/guards.ts';
import type { Transaction } from '../db/database.ts';
import { notFound } from '../problem.ts';

/** The id in the name of a product, which is its rn or its id; null for any other name. */
export function productIdOf(actor: Actor, name: string): string | null {
  if (name.includes(':')) return idInRn(actor, actor.installation.providerAccountId, 'product', name);
  return catalogueIdPattern.test(name) ? name : null;
}

/** The id of the product or the add-on with an rn; a product may be named by its id, too. @throws {ProblemError} as `refusal`, when it does not exist */
export async function findEntry(
  tx: Transaction,
  actor: Actor,
  type: 'product' | 'addon',
  rn: string,
  refusal = notFound,
): Promise<string> {
  const id =
    type === 'product' ? productIdOf(actor, rn) : idInRn(actor, actor.installation.providerAccountId, type, rn);
  if (id === null) throw refusal();
  const entries = tx.selectFrom(type === 'product' ? 'products' : 'addons');
  const entry = await entries.select('id').where('id', '=', id).executeTakeFirst();
  if (!entry) throw refusal();
  return entry.id;
}
