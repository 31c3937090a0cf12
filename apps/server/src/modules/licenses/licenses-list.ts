import type { calls, QueryOf } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { byName, listPage } from '../../lists/page.ts';
import type { Totals } from '../../lists/totals.ts';
import { licenseResource } from './license-resource.ts';
import { resourcesOfLicenses } from './licenses.sql.ts';
import { searchLicenses, shownStatus } from './search-licenses.ts';

export function listLicenses(totals: Totals): Operation<typeof calls.listLicenses> {
  return (tx, actor, { query }) => licensesOf(tx, actor, totals, actor.accountId, query);
}

export function listAccountLicenses(totals: Totals): Operation<typeof calls.listAccountLicenses> {
  return async (tx, actor, { query }) =>
    licensesOf(tx, actor, totals, await reachableAccount(tx, actor, query.account), query);
}

async function licensesOf(
  tx: Transaction,
  actor: Actor,
  totals: Totals,
  account: string,
  query: QueryOf<typeof calls.listLicenses>,
) {
  const everything = !query.search && !query.type && query['ending-within'] === undefined;
  let { licenses } = await searchLicenses(tx, account, query);
  if (query.type) licenses = licenses.where('licenses.type', '=', query.type);
  if (query['ending-within'] !== undefined) {
    licenses = licenses
      .where('licenses.expiry-perpetual', '=', false)
      .where('licenses.expiry-date', '>=', sql<Date>`now()`)
      .where('licenses.expiry-date', '<=', sql<Date>`now() + make_interval(days => ${query['ending-within']})`);
  }
  const { rows, ...page } = await listPage(licenses, licenseSorts, query, 'name', () =>
    everything ? totals.read(tx, { kind: 'licenses', account }) : undefined,
  );
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
