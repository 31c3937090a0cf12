import { warnings } from '@keyhold/contract';
import { auditItem } from '../../audit/audit.ts';
import { updateRow } from '../../db/database.ts';
import { type Operation, withWarnings } from '../../http/bind.ts';
import { findPool, lockPool, shownPool } from '../../records/pools.sql.ts';
import { checkPlacesAtEnd } from '../leases/line/check-places.ts';
import { aboveOf } from '../leases/picking/pool-rules.ts';
import { readUse } from '../leases/picking/pool-use.sql.ts';
import { requireReserves, requireRuleTags } from './require-rules.ts';

/** Sets the rules of a pool. They bind new use: what is in use beyond them stays, and is reported. */
export const setPoolRules: Operation<'setPoolRules'> = async (tx, actor, { params, body, ifMatch }) => {
  const { 'account-id': account } = await findPool(tx, actor, params.id);
  // Lock order, as everywhere: tags before pools.
  await requireRuleTags(tx, actor, account, body, '');
  const { pool, before } = await lockPool(tx, actor, params.id, ifMatch);
  requireReserves(body, before.seats, 'shares');
  await updateRow(tx, 'pools', pool.id, { rules: JSON.stringify(body) }).execute();
  checkPlacesAtEnd(tx, actor.installation, { account: pool['account-id'], product: pool['product-id'] });
  const item = await shownPool(tx, actor, pool.id);
  await auditItem(tx, actor, 'license:SetPoolRules', before, item);
  const above = aboveOf(item.rules, await readUse(tx, pool.id, item.rules, null));
  return withWarnings(above.length > 0 ? [warnings.rulesExceeded] : [], { item, above });
};
