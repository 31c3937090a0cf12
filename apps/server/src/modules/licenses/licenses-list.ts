import type { calls, QueryOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { byDate, byName, listPage } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { licenseResource } from './license-resource.ts';
import { resourcesOfLicenses, selectLicenses } from './licenses.sql.ts';

export const listLicenses: Operation<typeof calls.listLicenses> = (tx, actor, { query }) =>
  licensesOf(tx, actor, actor.accountId, query);

export const listAccountLicenses: Operation<typeof calls.listAccountLicenses> = async (tx, actor, { query }) =>
  licensesOf(tx, actor, await reachableAccount(tx, actor, query.account), query);

async function licensesOf(tx: Transaction, actor: Actor, account: string, query: QueryOf<typeof calls.listLicenses>) {
  let licenses = selectLicenses(tx).where('licenses.account-id', '=', account);
  if (query.search) licenses = licenses.where(containsText(query.search, searchedTexts));
  if (query.type) licenses = licenses.where('licenses.type', '=', query.type);
  const { rows, ...page } = await listPage(licenses, licenseSorts, query, 'name');
  return {
    items: rows.map((row) => licenseResource(actor.installation, row)),
    resources: query.resolve === 'all' ? await resourcesOfLicenses(tx, actor.installation, rows) : {},
    ...page,
  };
}

/** What the list shows as a license's status (decisions, section 2). */
const shownStatus = sql`case when licenses."lease-state" in ('active', 'offline') and licenses."expires-at" > now()
  then 'In use' else 'Available' end`;

/** What a search of licenses reads (specification, 'Licenses list'). */
const searchedTexts = ['products.name', 'licenses.id', 'licenses.description', 'licenses.type', shownStatus];

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
