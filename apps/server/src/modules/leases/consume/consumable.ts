import { type License, type Product, permits, resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import type { Operation } from '../../../http/bind.ts';
import { rnOf } from '../../../installation.ts';
import { byRn } from '../../../lists/by-rn.ts';
import { listPage } from '../../../lists/page.ts';
import { idAmong } from '../../../lists/search.ts';
import { findEntry } from '../../catalogue/find-entry.ts';
import { selectLicenses } from '../../licenses/licenses.sql.ts';
import { byProduct } from '../../licenses/licenses-list.ts';
import { licenseResource, productResource } from '../../resources.ts';
import { taken } from '../seat/lease-row.ts';
import { allowedPools, readPools } from './picking/allowed-pools.ts';
import { readSubject } from './picking/consumer.ts';
import { rankSeats } from './picking/rank-seats.ts';
import { couldAllow } from './picking/seat-request.ts';

/** Lists the licenses that the caller may consume. Other holders are shown only to callers who may read licenses. */
export const listConsumableLicenses: Operation<'listConsumableLicenses'> = async (tx, actor, { query }) => {
  const product = query.product === undefined ? null : await findEntry(tx, actor, 'product', query.product);
  const keys = await consumableKeys(tx, actor, product);
  const licenses = selectLicenses(tx)
    .select(taken.as('taken'))
    .where(idAmong('licenses.id', keys, 'text'));
  const { rows, ...page } = await listPage(licenses, { name: byProduct }, query, 'name', () => keys.length);
  const mayKnow = permits(actor.policies, 'license:GetLicense') || permits(actor.policies, 'license:ListLicenses');
  const items = rows.map((row) => {
    const license = licenseResource(actor.installation, row);
    const mine = license.state.user === actor.rn;
    return {
      ...license,
      state: mine || mayKnow ? license.state : withoutHolder(license.state),
      available: license.status === 'Active' && !row.taken,
      'held-by-me': mine,
    };
  });
  return { items, resources: await productsOf(tx, actor, items), ...page };
};

/** The keys of the licenses whose policies allow the actor to consume them. Evaluates each policy group once. */
async function consumableKeys(tx: Transaction, actor: Actor, product: string | null): Promise<string[]> {
  const account = await tx.selectFrom('accounts').select('status').where('id', '=', actor.accountId).executeTakeFirst();
  if (account?.status !== 'Active') return [];
  let licenses = tx
    .selectFrom('licenses')
    .select(['policies', sql<string[]>`array_agg(id)`.as('keys')])
    .where('account-id', '=', actor.accountId)
    .where('deleted-on', 'is', null)
    .where(couldAllow(actor.rn));
  if (product !== null) licenses = licenses.where('product-id', '=', product);
  const groups = await licenses.groupBy('policies').execute();
  const seats = groups.map(({ policies, keys }) => ({
    policies,
    licenses: keys.map((key) => rnOf(actor.installation, actor.accountId, 'license', key)),
  }));
  const subject = await readSubject(tx, actor);
  const { accountId, installation, rn } = actor;
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

async function productsOf(
  tx: Transaction,
  actor: Actor,
  licenses: readonly License[],
): Promise<Record<string, Product>> {
  const ids = [...new Set(licenses.map((license) => resourceIdOf(license.certificate.product)))];
  if (ids.length === 0) return {};
  const rows = await tx.selectFrom('products').selectAll().where('id', 'in', ids).execute();
  return byRn(rows.map((row) => productResource(actor.installation, row)));
}

/** A license's state without its holder. */
function withoutHolder<State extends Record<string, string | null>>(state: State): State {
  const hidden = Object.keys(state).filter((name) => name !== 'activation-date');
  return { ...state, ...Object.fromEntries(hidden.map((name) => [name, null])) };
}
