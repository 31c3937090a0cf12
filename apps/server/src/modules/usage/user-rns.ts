import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { type Installation, rnOf } from '../../installation.ts';

/**
 * The rns of those who used licenses of an account, by their ids: users and service accounts.
 *
 * @returns a function that returns the rn of an id among `ids`
 */
export async function readUserRns(
  tx: Transaction,
  installation: Installation,
  account: string,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const found =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('service-accounts')
          .select('id')
          .where('id', '=', anyOf([...new Set(ids)]))
          .execute();
  const machines = new Set(found.map(({ id }) => id));
  return (id) => rnOf(installation, account, machines.has(id) ? 'service-account' : 'user', id);
}
