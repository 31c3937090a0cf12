import { type calls, permits } from '@keyhold/contract';
import type { Operation } from '../../http/bind.ts';
import { licenseResource } from '../licenses/license-resource.ts';
import { selectLicenses } from '../licenses/licenses.sql.ts';
import { readSubject } from './consumer.ts';
import { mayConsume } from './eligible-seats.ts';
import { taken } from './lease-row.ts';
import { findProduct } from './wanted.ts';

/** The licenses that the caller may consume. Who else holds one is told only to those who may read licenses. */
export const listConsumableLicenses: Operation<typeof calls.listConsumableLicenses> = async (tx, actor, { query }) => {
  const product = query.product === undefined ? null : await findProduct(tx, actor, query.product);
  const account = await tx.selectFrom('accounts').select('status').where('id', '=', actor.accountId).executeTakeFirst();
  if (account?.status !== 'Active') return { items: [] };
  const subject = await readSubject(tx, actor);
  let licenses = selectLicenses(tx).select(taken.as('taken')).where('licenses.account-id', '=', actor.accountId);
  if (product !== null) licenses = licenses.where('licenses.product-id', '=', product);
  const rows = await licenses.orderBy('products.name').orderBy('licenses.id').execute();
  const mayKnow = permits(actor.policies, 'license:GetLicense') || permits(actor.policies, 'license:ListLicenses');
  return {
    items: rows.flatMap((row) => {
      const license = licenseResource(actor.installation, row);
      if (!mayConsume(row.policies, license.rn, subject)) return [];
      const mine = license.state.user === actor.rn;
      return {
        ...license,
        state: mine || mayKnow ? license.state : withoutHolder(license.state),
        available: license.status === 'Active' && !row.taken,
        'held-by-me': mine,
      };
    }),
  };
};

/** A state that does not say who holds the license. */
function withoutHolder<State extends Record<string, string | null>>(state: State): State {
  const hidden = Object.keys(state).filter((name) => name !== 'activation-date');
  return { ...state, ...Object.fromEntries(hidden.map((name) => [name, null])) };
}
