import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { keyOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Database as Schema } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { byName, listPage } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { conflict, forbidden, notFound } from '../../problem.ts';
import { addonResource, timedProductResource } from './catalogue-resource.ts';

export const listProducts: Operation<'listProducts'> = async (tx, actor, { query }) => {
  const { rows, ...page } = await entriesOf(tx, actor, 'products', query);
  return { items: rows.map((row) => timedProductResource(actor.installation, row)), ...page };
};

export const listAddons: Operation<'listAddons'> = async (tx, actor, { query }) => {
  const { rows, ...page } = await entriesOf(tx, actor, 'addons', query);
  return { items: rows.map((row) => addonResource(actor.installation, row)), ...page };
};

export const createProduct: Operation<'createProduct'> = async (tx, actor, { body }) => {
  const item = timedProductResource(actor.installation, await add(tx, actor, 'products', body));
  await record(tx, actor, 'adm:CreateProduct', item);
  return { item };
};

export const getProduct: Operation<'getProduct'> = async (tx, actor, { params }) => {
  requireProviderStaff(actor);
  const row = await tx.selectFrom('products').selectAll().where('id', '=', keyOf(params.id)).executeTakeFirst();
  if (!row) throw notFound();
  return { item: timedProductResource(actor.installation, row) };
};

export const createAddon: Operation<'createAddon'> = async (tx, actor, { body }) => {
  const item = addonResource(actor.installation, await add(tx, actor, 'addons', body));
  await record(tx, actor, 'adm:CreateAddon', item);
  return { item };
};

type Catalogue = 'products' | 'addons';

async function entriesOf(tx: Transaction, actor: Actor, table: Catalogue, query: Input<'listProducts'>['query']) {
  requireProviderStaff(actor);
  let entries = tx.selectFrom(table).selectAll();
  if (query.search) entries = entries.where(containsText(query.search, ['id', 'name', 'description']));
  const sorts = {
    name: [byName('name'), sql.ref('id')],
    'created-on': [sql.ref('created-on'), sql.ref('id')],
  };
  return listPage(entries, sorts, query, 'name');
}

async function add<Table extends Catalogue>(
  tx: Transaction,
  actor: Actor,
  table: Table,
  entry: { readonly id: string; readonly name: string; readonly description: string },
) {
  requireProviderStaff(actor);
  const row = await tx
    .insertInto<Catalogue>(table)
    .values(entry)
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('id-taken', `The id ${entry.id} is in use already. Choose another.`, 'id');
  return row as Selectable<Schema[Table]>;
}

/** The catalogue is the provider's: a permission in another account does not reach it. */
export function requireProviderStaff(actor: Actor): void {
  if (!actor.crossesAccounts) throw forbidden();
}

async function record(tx: Transaction, actor: Actor, action: string, item: { readonly rn: string }): Promise<void> {
  const account = actor.installation.providerAccountId;
  await audit(tx, actor, { account, action, resource: item.rn, after: item });
}
