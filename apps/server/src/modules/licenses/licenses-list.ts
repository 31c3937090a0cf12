import type { calls, QueryOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { byDate, byName, listPage } from '../../lists/page.ts';
import { licenseResource } from './license-resource.ts';
import { resourcesOfLicenses, searchLicenses, shownStatus } from './licenses.sql.ts';

export const listLicenses: Operation<typeof calls.listLicenses> = (tx, actor, { query }) =>
  licensesOf(tx, actor, actor.accountId, query);

export const listAccountLicenses: Operation<typeof calls.listAccountLicenses> = async (tx, actor, { query }) =>
  licensesOf(tx, actor, await reachableAccount(tx, actor, query.account), query);

async function licensesOf(tx: Transaction, actor: Actor, account: string, query: QueryOf<typeof calls.listLicenses>) {
  let licenses = searchLicenses(tx, account, query);
  if (query.type) licenses = licenses.where('licenses.type', '=', query.type);
  const { rows, ...page } = await listPage(licenses, licenseSorts, query, 'name');
  return {
    items: rows.map((row) => licenseResource(actor.installation, row)),
    resources: query.resolve === 'all' ? await resourcesOfLicenses(tx, actor, rows) : {},
    ...page,
  };
}

const key = sql.ref('licenses.id');
const byProduct = [byName('products.name'), key];
const licenseSorts = {
  name: byProduct,
  product: byProduct,
  key: [key],
  description: [byName('licenses.description'), key],
  type: [sql.ref('licenses.type'), ...byProduct],
  status: [shownStatus, ...byProduct],
  'created-on': [byDate('licenses.created-on'), key],
  'updated-on': [byDate('licenses.updated-on'), key],
};
