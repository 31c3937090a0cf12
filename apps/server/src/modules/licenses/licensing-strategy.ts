import type { calls } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';

export const getLicensingStrategy: Operation<typeof calls.getLicensingStrategy> = (tx, actor) =>
  strategyOf(tx, actor, actor.accountId);

export const getAccountLicensingStrategy: Operation<typeof calls.getAccountLicensingStrategy> = async (
  tx,
  actor,
  { query },
) => strategyOf(tx, actor, await reachableAccount(tx, actor, query.account));

/** Shared if any license is of the one product that means it (specification, 'Licensing strategy'). */
async function strategyOf(tx: Transaction, actor: Actor, account: string) {
  const shared = await tx
    .selectFrom('licenses')
    .select('id')
    .where('account-id', '=', account)
    .where('product-id', '=', actor.installation.sharedProductId)
    .where('deleted-on', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return { item: { strategy: shared ? ('Shared' as const) : ('User-based' as const) } };
}
