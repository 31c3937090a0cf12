import { sql } from 'kysely';
import { accountOf } from '../../access/guards.ts';
import type { Operation } from '../../http/bind.ts';

/** Shared if the account has a license of a shared product. */
export const getLicensingStrategy: Operation<'getLicensingStrategy' | 'getAccountLicensingStrategy'> = async (
  tx,
  actor,
  { query },
) => {
  const shared = await tx
    .selectFrom('licenses')
    .select('id')
    .where('account-id', '=', await accountOf(tx, actor, query))
    .where(
      sql<boolean>`exists (select from products where products.id = licenses."product-id"
        and coalesce(products.shared, products.id = ${actor.installation.sharedProductId}))`,
    )
    .where('deleted-on', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return { item: { strategy: shared ? ('Shared' as const) : ('User-based' as const) } };
};
