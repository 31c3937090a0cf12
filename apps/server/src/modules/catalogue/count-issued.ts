import { sql } from 'kysely';
import { requireProviderStaff } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { catalogueRnOf, type Installation } from '../../installation.ts';

/** The number of licenses of each product and add-on that was issued; one without any is not listed. */
export const countIssued: Operation<'countIssued'> = async (tx, actor) => {
  requireProviderStaff(actor);
  const [products, addons] = await Promise.all([
    countBy(tx, actor.installation, 'product', 'licenses'),
    countBy(tx, actor.installation, 'addon', 'addon-licenses'),
  ]);
  return { items: [...products, ...addons] };
};

async function countBy(
  tx: Transaction,
  installation: Installation,
  type: 'product' | 'addon',
  table: 'licenses' | 'addon-licenses',
) {
  const entry = sql.ref(`${type}-id`);
  const { rows } = await sql<{ id: string; licenses: number; accounts: number }>`
    select ${entry} as id, count(*)::int as licenses, count(distinct "account-id")::int as accounts
    from ${sql.table(table)} where "deleted-on" is null group by ${entry}`.execute(tx);
  return rows.map(({ id, ...counts }) => ({ entry: catalogueRnOf(installation, type, id), ...counts }));
}
