import type { calls, QueryOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { byName, listPage } from '../../lists/page.ts';
import { licenseResource } from './license-resource.ts';
import { resourcesOfLicenses } from './licenses.sql.ts';
import { searchLicenses, shownStatus } from './search-licenses.ts';

export const listLicenses: Operation<typeof calls.listLicenses> = (tx, actor, { query }) =>
  licensesOf(tx, actor, actor.accountId, query);

export const listAccountLicenses: Operation<typeof calls.listAccountLicenses> = async (tx, actor, { query }) =>
  licensesOf(tx, actor, await reachableAccount(tx, actor, query.account), query);

async function licensesOf(tx: Transaction, actor: Actor, account: string, query: QueryOf<typeof calls.listLicenses>) {
  let { licenses } = await searchLicenses(tx, account, query);
  if (query.type) licenses = licenses.where('licenses.type', '=', query.type);
  const { rows, ...page } = await listPage(licenses, licenseSorts, query, 'name');
  return {
    items: rows.map((row) => licenseResource(actor.installation, row)),
    resources: query.resolve === 'all' ? await resourcesOfLicenses(tx, actor, rows) : {},
    ...page,
  };
}

const key = sql.ref('licenses.id');
/** Licenses in their usual order. */
export const byProduct = [byName('products.name'), key];
const licenseSorts = {
  name: byProduct,
  product: byProduct,
  key: [key],
  description: [byName('licenses.description'), key],
  type: [sql.ref('licenses.type'), ...byProduct],
  status: [shownStatus, ...byProduct],
  'created-on': [sql.ref('licenses.created-on'), key],
  'updated-on': [sql.ref('licenses.updated-on'), key],
};
