import type { Policy, PoolRules } from '@keyhold/contract';
import type { Actor } from '../access/actor.ts';
import { auditItem } from '../audit/audit.ts';
import type { Transaction } from '../db/database.ts';
import { findPool } from './pools.sql.ts';
import { type PoolRow, poolResource } from './resources.ts';

/** A new pool without licenses. */
interface NewPool {
  readonly account: string;
  /** The id of the product. */
  readonly product: string;
  readonly name: string;
  readonly description?: string;
  readonly policies: readonly Policy[];
  readonly rules?: PoolRules;
}

/** Inserts a pool into an account that the caller has locked, and writes an audit entry. */
export async function insertPool(tx: Transaction, actor: Actor, pool: NewPool): Promise<PoolRow> {
  const { account, product, name, description, policies, rules } = pool;
  const { id } = await tx
    .insertInto('pools')
    .values({
      'account-id': account,
      'product-id': product,
      name,
      description,
      policies: JSON.stringify(policies),
      ...(rules ? { rules: JSON.stringify(rules) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await findPool(tx, actor, id);
  await auditItem(tx, actor, 'license:CreatePool', null, poolResource(actor.installation, row));
  return row;
}
