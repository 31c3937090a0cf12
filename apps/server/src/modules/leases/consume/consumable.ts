import { type License, type Product, permits, resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import type { RehearsingOperation } from '../../../http/bind.ts';
import { byRn } from '../../../lists/by-rn.ts';
import { listPage } from '../../../lists/page.ts';
import { idAmong } from '../../../lists/search.ts';
import { findEntry } from '../../../records/catalogue.sql.ts';
import { byProduct, selectLicenses } from '../../../records/licenses.sql.ts';
import { licenseResource, productResource } from '../../../records/resources.ts';
import { taken } from '../../../records/seat-conditions.ts';
import { readAfterOffers } from '../line/after-offers.ts';
import { readSubject } from '../picking/consumer.ts';
import { isOfferedTo } from '../waiting/own-place.sql.ts';
import { consumableKeys } from './consumable-keys.ts';

/**
 * Lists the licenses that the caller may consume. A seat that is offered to them is available. Other holders are shown only
 * to callers who may read licenses.
 */
export const listConsumableLicenses: RehearsingOperation<'listConsumableLicenses'> = async (
  tx,
  actor,
  { query },
  { db },
) => {
  const product = query.product === undefined ? null : await findEntry(tx, actor, 'product', query.product);
  const keys = await consumableKeys(tx, actor, product);
  const licenses = selectLicenses(tx)
    .select([taken.as('taken'), isOfferedTo(actor.userId).as('offered')])
    .where(idAmong('licenses.id', keys, 'text'));
  const { rows, ...page } = await listPage(licenses, { name: byProduct }, query, 'name', () => keys.length);
  const mayKnow = permits(actor.policies, 'license:GetLicense') || permits(actor.policies, 'license:ListLicenses');
  const later = await takenAfterOffers(tx, db, actor, rows.filter(isAvailable));
  const items = rows.map((row) => {
    const license = licenseResource(actor.installation, row);
    const mine = license.state.user === actor.rn;
    return {
      ...license,
      state: mine || mayKnow ? license.state : withoutHolder(license.state),
      available: isAvailable(row) && !later.has(row.id),
      'held-by-me': mine,
    };
  });
  return { items, resources: await productsOf(tx, actor, items), ...page };
};

interface Seat {
  readonly id: string;
  readonly status: string;
  readonly 'product-id': string;
  readonly taken: boolean;
  readonly offered: boolean;
}

const isAvailable = ({ status, taken, offered }: Seat) => status === 'Active' && (!taken || offered);

/** Of some available seats, those that a consume would first offer to waiters who come before the caller. */
async function takenAfterOffers(
  tx: Transaction,
  db: Database,
  actor: Actor,
  seats: readonly Seat[],
): Promise<ReadonlySet<string>> {
  const products = new Set(seats.map((seat) => seat['product-id']));
  const lines = [...products].map((product) => ({ account: actor.accountId, product }));
  const newcomer = { readSubject: () => readSubject(tx, actor), license: null };
  const read = (rehearsal: Transaction) =>
    rehearsal
      .selectFrom('licenses')
      .select('licenses.id')
      .where(
        'licenses.id',
        '=',
        anyOf(
          seats.map(({ id }) => id),
          'text',
        ),
      )
      .where(sql<boolean>`${taken} and not ${isOfferedTo(actor.userId)}`)
      .execute();
  const found = await readAfterOffers(tx, db, actor, lines, newcomer, read);
  return new Set(found?.map(({ id }) => id));
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
