import { commandApplication, resources, textsWith } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { keyOf, requireProviderStaff, unknownReference } from '../../access/guards.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import type { ApplicationsTable } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { conflict, invalid, notFound } from '../../problem.ts';
import { findEntry } from '../../records/catalogue.sql.ts';
import { applicationResource } from '../../records/resources.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from '../sessions/end-sessions.ts';

export const listApplications: Operation<'listApplications'> = async (tx, actor, { query }) => {
  requireProviderStaff(actor);
  let entries = tx.selectFrom('applications').selectAll();
  const searched = ['id', ...textsWith(resources.application, 'searched')];
  if (query.search) entries = entries.where(containsText(query.search, searched));
  const sorts = {
    ...textSorts(resources.application, 'applications', sql.ref('id')),
    'created-on': [sql.ref('created-on'), sql.ref('id')],
  };
  const { rows, ...page } = await listPage(entries, sorts, query, 'name');
  return { items: rows.map((row) => applicationResource(actor.installation, row)), ...page };
};

export const getApplication: Operation<'getApplication'> = async (tx, actor, { params }) => ({
  item: applicationResource(actor.installation, await findApplication(tx, actor, params.id)),
});

export const createApplication: Operation<'createApplication'> = async (tx, actor, { body }) => {
  requireProviderStaff(actor);
  const { product, ...fields } = body;
  const row = await tx
    .insertInto('applications')
    .values({ ...fields, 'product-id': await findProduct(tx, actor, product) })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('id-taken', `The id ${fields.id} is in use already. Choose another.`, 'id');
  const item = applicationResource(actor.installation, row);
  await auditItem(tx, actor, 'adm:CreateApplication', null, item);
  return { item };
};

export const updateApplication: Operation<'updateApplication'> = async (tx, actor, { params, body, ifMatch }) => {
  const row = await findApplication(tx, actor, params.id, { lock: true });
  const before = applicationResource(actor.installation, row);
  requireFresh(ifMatch, before);
  const { product, ...fields } = body;
  if (row.id === commandApplication && product !== null) {
    throw invalid('product', 'The command is of no product. Leave its product null.');
  }
  if (row.id !== commandApplication && product === null) {
    throw invalid('product', 'An application is of a product. Choose a product.');
  }
  const changes = { ...fields, 'product-id': product && (await findProduct(tx, actor, product)) };
  const changed = await updateRow(tx, 'applications', row.id, changes).returningAll().executeTakeFirstOrThrow();
  const item = applicationResource(actor.installation, changed);
  await auditItem(tx, actor, 'adm:UpdateApplication', before, item);
  return { item };
};

export const deleteApplication: Operation<'deleteApplication'> = async (tx, actor, { params, ifMatch }) => {
  // The lock prevents new sessions of the application.
  const row = await findApplication(tx, actor, params.id, { lock: true });
  const before = applicationResource(actor.installation, row);
  requireFresh(ifMatch, before);
  if (row.id === commandApplication) {
    throw conflict('application-built-in', 'This application is built in. It cannot be deleted.');
  }
  await endSessions(tx, actor, 'application-id', row.id, signedOut);
  await tx.deleteFrom('applications').where('id', '=', row.id).execute();
  await auditItem(tx, actor, 'adm:DeleteApplication', before, null);
  return {};
};

async function findApplication(
  tx: Transaction,
  actor: Actor,
  id: string,
  { lock = false } = {},
): Promise<Selectable<ApplicationsTable>> {
  requireProviderStaff(actor);
  const query = tx.selectFrom('applications').selectAll().where('id', '=', keyOf(id));
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function findProduct(tx: Transaction, actor: Actor, rn: string): Promise<string> {
  return findEntry(tx, actor, 'product', rn, () => unknownReference('product'));
}
