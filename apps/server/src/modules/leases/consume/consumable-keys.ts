import { resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import { rnOf } from '../../../installation.ts';
import { allowedPools, readPools } from '../picking/allowed-pools.ts';
import { type Consumer, readSubject } from '../picking/consumer.ts';
import { rankSeats } from '../picking/rank-seats.ts';
import { couldAllow } from '../picking/seat-request.ts';

/** The keys of the licenses whose policies, or whose pool's, allow a user to consume them. Evaluates each policy group once. */
export async function consumableKeys(tx: Transaction, user: Consumer, product: string | null): Promise<string[]> {
  const account = await tx.selectFrom('accounts').select('status').where('id', '=', user.accountId).executeTakeFirst();
  if (account?.status !== 'Active') return [];
  let licenses = tx
    .selectFrom('licenses')
    .select(['policies', sql<string[]>`array_agg(id)`.as('keys')])
    .where('account-id', '=', user.accountId)
    .where('deleted-on', 'is', null)
    .where(couldAllow(user.rn));
  if (product !== null) licenses = licenses.where('product-id', '=', product);
  const groups = await licenses.groupBy('policies').execute();
  const seats = groups.map(({ policies, keys }) => ({
    policies,
    licenses: keys.map((key) => rnOf(user.installation, user.accountId, 'license', key)),
  }));
  const subject = await readSubject(tx, user);
  const { accountId, installation, rn } = user;
  const pools = await readPools(tx, { account: accountId, product, rn, pool: null });
  const allowed = allowedPools(installation, pools, subject).map(({ id }) => id);
  const pooled = await tx
    .selectFrom('licenses')
    .select('id')
    .where('pool-id', '=', anyOf(allowed))
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .execute();
  return [...rankSeats(seats, subject).map(resourceIdOf), ...pooled.map(({ id }) => id)];
}
