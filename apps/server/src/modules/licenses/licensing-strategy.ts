import { sql } from 'kysely';
import { accountOf } from '../../access/guards.ts';
import type { Operation } from '../../http/bind.ts';
import { sharesLicenses } from '../catalogue/shared-products.ts';

/** Shared if the account has a license of a shared product. */
export const getLicensingStrategy: Operation<'getLicensingStrategy' | 'getAccountLicensingStrategy'> = async (
  tx,
  actor,
  { query },
) => {
  const account = await accountOf(tx, actor, query);
  const { shared } = await tx
    .selectNoFrom(sharesLicenses(actor.installation, sql`${account}::uuid`).as('shared'))
    .executeTakeFirstOrThrow();
  return { item: { strategy: shared ? ('Shared' as const) : ('User-based' as const) } };
};
