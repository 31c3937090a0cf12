import { resources, textsWith } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { keyOf, requireProviderStaff } from '../../access/guards.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { requireFresh } from '../../http/reply.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { conflict, invalid, notFound } from '../../problem.ts';
import { addonResource, timedProductResource } from '../resources.ts';

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
  await auditItem(tx, actor, 'adm:CreateProduct', null, item);
  return { item };
};

export const getProduct: Operation<'getProduct'> = async (tx, actor, { params }) => {
  requireProviderStaff(actor);
  const row = await tx.selectFrom('products').selectAll().where('id', '=', keyOf(params.id)).executeTakeFirst();
  if (!row) throw notFound();
  return { item: timedProductResource(actor.installation, row) };
};

/** Changes a product. New lease times apply from each lease's next heartbeat. */
export const updateProduct: Operation<'updateProduct'> = async (tx, actor, { params, body, ifMatch }) => {
  requireProviderStaff(actor);
  const { installation } = actor;
  const row = await tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', keyOf(params.id))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  const before = timedProductResource(installation, row);
  requireFresh(ifMatch, before);
  if (body['lease-seconds'] < 2 * body['heartbeat-seconds']) {
    throw invalid(
      'lease-seconds',
      'A lease must last at least two heartbeats, so that one may be lost. Make it longer, or the heartbeat shorter.',
    );
  }
  const changed = await updateRow(tx, 'products', row.id, body).returningAll().executeTakeFirstOrThrow();
  const item = timedProductResource(installation, changed);
  await auditItem(tx, actor, 'adm:UpdateProduct', before, item);
  return { item };
};

export const createAddon: Operation<'createAddon'> = async (tx, actor, { body }) => {
  const item = addonResource(actor.installation, await add(tx, actor, 'addons', body));
  await auditItem(tx, actor, 'adm:CreateAddon', null, item);
  return { item };
};

type Catalogue = 'products' | 'addons';

async function entriesOf(tx: Transaction, actor: Actor, table: Catalogue, query: Input<'listProducts'>['query']) {
  requireProviderStaff(actor);
  const one = table === 'products' ? resources.product : resources.addon;
  let entries = tx.selectFrom(table).selectAll();
  if (query.search) entries = entries.where(containsText(query.search, ['id', ...textsWith(one, 'searched')]));
  const sorts = {
    ...textSorts(one, table, sql.ref('id')),
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
