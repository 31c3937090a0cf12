import { noRules, resources, textsIn, textsWith } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountOf, reachableAccount } from '../../access/guards.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { lockAccount } from '../../db/locks.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { byRn } from '../../lists/by-rn.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { invalid } from '../../problem.ts';
import { findEntry } from '../../records/catalogue.sql.ts';
import { insertPool } from '../../records/insert-pool.ts';
import { expired } from '../../records/license-term.ts';
import { findPool, lockPool, selectPools, shownPool } from '../../records/pools.sql.ts';
import { poolResource, productResource } from '../../records/resources.ts';
import { policiesOf, requirePolicies } from '../licenses/license-policies.ts';
import { addLicenses, keysOfPool, removeLicenses } from './pool-licenses.ts';
import { requireReserves, requireRuleTags } from './require-rules.ts';
import { endOverdraft } from './set-pool-overdraft.ts';

export const listPools: Operation<'listPools' | 'listAccountPools'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  let pools = selectPools(tx).where('pools.account-id', '=', account);
  if (query.product !== undefined) {
    pools = pools.where('pools.product-id', '=', await findEntry(tx, actor, 'product', query.product));
  }
  if (query.search) pools = pools.where(containsText(query.search, textsWith(resources.pool, 'searched')));
  const { rows, ...page } = await listPage(pools, poolSorts, query, 'name');
  const ids = [...new Set(rows.map((row) => row['product-id']))];
  const products = await tx.selectFrom('products').selectAll().where('id', '=', anyOf(ids, 'text')).execute();
  return {
    items: rows.map((row) => poolResource(actor.installation, row)),
    resources: byRn(products.map((row) => productResource(actor.installation, row))),
    'ends-next': await readEnds(
      tx,
      actor,
      rows.map((row) => row.id),
    ),
    ...page,
  };
};

/** When the first of each pool's licenses ends, by the pool's rn. */
async function readEnds(tx: Transaction, actor: Actor, pools: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; account: string; ends: Date }>`
select "pool-id" as id, "account-id" as account, min("expiry-date") as ends from licenses
where "pool-id" = any(${pools}::uuid[]) and "deleted-on" is null and status = 'Active' and not "expiry-perpetual"
  and "expiry-date" is not null and not ${expired} group by 1, 2`.execute(tx);
  return Object.fromEntries(
    rows.map(({ id, account, ends: end }) => [rnOf(actor.installation, account, 'pool', id), end.toISOString()]),
  );
}

export const getPool: Operation<'getPool'> = async (tx, actor, { params }) => ({
  item: poolResource(actor.installation, await findPool(tx, actor, params.id)),
});

export const createPool: Operation<'createPool'> = async (tx, actor, { body }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  await lockAccount(tx, account);
  const product = await findEntry(tx, actor, 'product', body.product, () =>
    invalid('product', 'There is no such product in the catalogue. Choose another product.'),
  );
  const rules = body.rules ?? noRules;
  await requirePolicies(tx, actor, account, body, []);
  await requireRuleTags(tx, actor, account, rules, 'rules.');
  const policies = policiesOf(body, []);
  const pool = await insertPool(tx, actor, { account, product, ...textsIn(resources.pool, body), policies, rules });
  await addLicenses(tx, actor, pool, body);
  const item = await shownPool(tx, actor, pool.id);
  requireReserves(rules, item.seats, 'rules.shares');
  return { item };
};

export const updatePool: Operation<'updatePool'> = async (tx, actor, { params, body, ifMatch }) => {
  const { pool, before } = await lockPool(tx, actor, params.id, ifMatch);
  await updateRow(tx, 'pools', pool.id, textsIn(resources.pool, body)).execute();
  const item = await shownPool(tx, actor, pool.id);
  await auditItem(tx, actor, 'license:UpdatePool', before, item);
  return { item };
};

export const deletePool: Operation<'deletePool'> = async (tx, actor, { params, ifMatch }) => {
  const { pool, before } = await lockPool(tx, actor, params.id, ifMatch);
  await endOverdraft(tx, actor, pool.id);
  await removeLicenses(tx, actor, pool, await keysOfPool(tx, pool.id));
  await tx.deleteFrom('pools').where('id', '=', pool.id).execute();
  await auditItem(tx, actor, 'license:DeletePool', before, null);
  return {};
};

const id = sql.ref('pools.id');
const poolSorts = {
  ...textSorts(resources.pool, 'pools', id),
  'created-on': [sql.ref('pools.created-on'), id],
  'updated-on': [sql.ref('pools.updated-on'), id],
};
