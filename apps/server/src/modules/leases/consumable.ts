import { type calls, type License, type Product, permits, resourceIdOf } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { byName } from '../../lists/page.ts';
import { byRn } from '../../lists/resources.ts';
import { notFound } from '../../problem.ts';
import { productResource } from '../licenses/addon-license-resource.ts';
import { licenseResource } from '../licenses/license-resource.ts';
import { selectLicenses } from '../licenses/licenses.sql.ts';
import { readSubject } from './consumer.ts';
import { mayConsume } from './eligible-seats.ts';
import { taken } from './lease-row.ts';
import { couldAllow } from './pick-seat.ts';
import { productOf } from './wanted.ts';

/** The licenses that the caller may consume. Who else holds one is told only to those who may read licenses. */
export const listConsumableLicenses: Operation<typeof calls.listConsumableLicenses> = async (tx, actor, { query }) => {
  const product = query.product === undefined ? null : await productOf(tx, actor, query.product);
  if (query.product !== undefined && product === null) throw notFound();
  const account = await tx.selectFrom('accounts').select('status').where('id', '=', actor.accountId).executeTakeFirst();
  if (account?.status !== 'Active') return { items: [], resources: {} };
  const subject = await readSubject(tx, actor);
  let licenses = selectLicenses(tx)
    .select(taken.as('taken'))
    .where('licenses.account-id', '=', actor.accountId)
    .where(couldAllow(actor.rn));
  if (product !== null) licenses = licenses.where('licenses.product-id', '=', product);
  const rows = await licenses.orderBy(byName('products.name')).orderBy('licenses.id').execute();
  const mayKnow = permits(actor.policies, 'license:GetLicense') || permits(actor.policies, 'license:ListLicenses');
  const items = rows.flatMap((row) => {
    const license = licenseResource(actor.installation, row);
    if (!mayConsume(row.policies, license.rn, subject)) return [];
    const mine = license.state.user === actor.rn;
    return {
      ...license,
      state: mine || mayKnow ? license.state : withoutHolder(license.state),
      available: license.status === 'Active' && !row.taken,
      'held-by-me': mine,
    };
  });
  return { items, resources: await productsOf(tx, actor, items) };
};

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

/** A state that does not say who holds the license. */
function withoutHolder<State extends Record<string, string | null>>(state: State): State {
  const hidden = Object.keys(state).filter((name) => name !== 'activation-date');
  return { ...state, ...Object.fromEntries(hidden.map((name) => [name, null])) };
}
