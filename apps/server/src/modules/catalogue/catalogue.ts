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
import { addonResource, timedProductResource } from '../../records/resources.ts';

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

export const getProduct: Operation<'getProduct'> = async (tx, actor, { params }) => ({
  item: timedProductResource(actor.installation, await find(tx, actor, 'products', params.id)),
});

/** Changes a product. New lease times apply from each lease's next heartbeat. */
export const updateProduct: Operation<'updateProduct'> = async (tx, actor, { params, body, ifMatch }) => {
  const { installation } = actor;
  const row = await find(tx, actor, 'products', params.id, { lock: true });
  const before = timedProductResource(installation, row);
  requireFresh(ifMatch, before);
  if (body['lease-seconds'] < 2 * body['heartbeat-seconds']) {
    throw invalid(
      'lease-seconds',
      'A lease must last at least two heartbeats, so that one may be lost. Make it longer, or the heartbeat shorter.',
    );
  }
  const { shared = row.shared, ...fields } = body;
  const changed = await updateRow(tx, 'products', row.id, { ...fields, shared })
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = timedProductResource(installation, changed);
  await auditItem(tx, actor, 'adm:UpdateProduct', before, item);
  return { item };
};

export const deleteProduct: Operation<'deleteProduct'> = async (tx, actor, { params, ifMatch }) => {
  const row = await find(tx, actor, 'products', params.id, { lock: true });
  const before = timedProductResource(actor.installation, row);
  requireFresh(ifMatch, before);
  await requireNeverIssued(tx, 'licenses', 'product-id', row);
  const application = await tx
    .selectFrom('applications')
    .select('name')
    .where('product-id', '=', row.id)
    .limit(1)
    .executeTakeFirst();
  if (application) {
    const message = `The application ${application.name} belongs to ${row.name}. Delete its applications first.`;
    throw conflict('has-applications', message);
  }
  await tx.deleteFrom('products').where('id', '=', row.id).execute();
  await auditItem(tx, actor, 'adm:DeleteProduct', before, null);
  return {};
};

export const createAddon: Operation<'createAddon'> = async (tx, actor, { body }) => {
  const item = addonResource(actor.installation, await add(tx, actor, 'addons', body));
  await auditItem(tx, actor, 'adm:CreateAddon', null, item);
  return { item };
};

export const getAddon: Operation<'getAddon'> = async (tx, actor, { params }) => ({
  item: addonResource(actor.installation, await find(tx, actor, 'addons', params.id)),
});

export const updateAddon: Operation<'updateAddon'> = async (tx, actor, { params, body, ifMatch }) => {
  const row = await find(tx, actor, 'addons', params.id, { lock: true });
  const before = addonResource(actor.installation, row);
  requireFresh(ifMatch, before);
  const changed = await updateRow(tx, 'addons', row.id, body).returningAll().executeTakeFirstOrThrow();
  const item = addonResource(actor.installation, changed);
  await auditItem(tx, actor, 'adm:UpdateAddon', before, item);
  return { item };
};

export const deleteAddon: Operation<'deleteAddon'> = async (tx, actor, { params, ifMatch }) => {
  const row = await find(tx, actor, 'addons', params.id, { lock: true });
  const before = addonResource(actor.installation, row);
  requireFresh(ifMatch, before);
  await requireNeverIssued(tx, 'addon-licenses', 'addon-id', row);
  await tx.deleteFrom('addons').where('id', '=', row.id).execute();
  await auditItem(tx, actor, 'adm:DeleteAddon', before, null);
  return {};
};

type Catalogue = 'products' | 'addons';

/** Finds an entry; `lock` locks it for a change, against which issuing waits. */
async function find<Table extends Catalogue>(
  tx: Transaction,
  actor: Actor,
  table: Table,
  id: string,
  { lock = false } = {},
): Promise<Selectable<Schema[Table]>> {
  requireProviderStaff(actor);
  const row = await tx
    .selectFrom<Catalogue>(table)
    .selectAll()
    .where('id', '=', keyOf(id))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row as Selectable<Schema[Table]>;
}

/** Refuses the deletion of an entry that was issued, be it to a deleted account. */
async function requireNeverIssued(
  tx: Transaction,
  table: 'licenses' | 'addon-licenses',
  column: 'product-id' | 'addon-id',
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(tx);
  if (rows.length > 0) throw conflict('was-issued', `Licenses of ${name} were issued. Retire it instead.`);
}

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
  entry: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly shared?: boolean | undefined;
  },
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
