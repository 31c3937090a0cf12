import { resources } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import { accountOf } from '../../access/guards.ts';
import type { ListOperation } from '../../http/bind.ts';
import { byName, listPage, textSorts } from '../../lists/page.ts';
import { licenseResource } from '../resources.ts';
import { resourcesOfLicenses } from './licenses.sql.ts';
import { searchLicenses, shownStatus } from './search-licenses.ts';

export const listLicenses: ListOperation<'listLicenses' | 'listAccountLicenses'> = async (
  tx,
  actor,
  { query },
  { totals },
) => {
  const account = await accountOf(tx, actor, query);
  const everything = !query.search && !query['search-also'] && !query.type && query['ending-within'] === undefined;
  let licenses = await searchLicenses(tx, account, query);
  if (query.type) licenses = licenses.where('licenses.type', '=', query.type);
  if (query['ending-within'] !== undefined) {
    licenses = licenses
      .where('licenses.expiry-perpetual', '=', false)
      .where('licenses.expiry-date', '>=', sql<Date>`now()`)
      .where(
        'licenses.expiry-date',
        '<=',
        sql<Date>`now() + make_interval(days => ${planFor(query['ending-within'])})`,
      );
  }
  const { rows, ...page } = await listPage(licenses, licenseSorts, query, 'name', () =>
    everything ? totals.read(tx, { kind: 'licenses', account }) : undefined,
  );
  return {
    items: rows.map((row) => licenseResource(actor.installation, row)),
    resources: query.resolve === 'all' ? await resourcesOfLicenses(tx, actor, rows) : {},
    ...page,
  };
};

const key = sql.ref('licenses.id');
/** The default order of licenses. */
export const byProduct = [byName('products.name'), key];
const licenseSorts = {
  name: byProduct,
  product: byProduct,
  key: [key],
  ...textSorts(resources.license, 'licenses', key),
  type: [sql.ref('licenses.type'), ...byProduct],
  // Licenses without an end, or without one yet, come last.
  expiry: [
    sql`case when licenses."expiry-perpetual" then 'infinity'::timestamptz else coalesce(licenses."expiry-date", 'infinity') end`,
    key,
  ],
  status: [shownStatus, ...byProduct],
  'created-on': [sql.ref('licenses.created-on'), key],
  'updated-on': [sql.ref('licenses.updated-on'), key],
};
