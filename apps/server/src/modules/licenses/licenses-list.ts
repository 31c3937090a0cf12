import { resources } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountOf, idInQuery, uuidOf } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { ListOperation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { idAmong } from '../../lists/search.ts';
import { notFound } from '../../problem.ts';
import { byProduct } from '../../records/licenses.sql.ts';
import { licenseResource } from '../../records/resources.ts';
import { inUse } from '../../records/seat-conditions.ts';
import { consumableKeys } from '../leases/consume/consumable-keys.ts';
import type { Consumer } from '../leases/picking/consumer.ts';
import { resourcesOfLicenses } from './resources-of-licenses.ts';
import { searchLicenses, shownStatus } from './search-licenses.ts';

export const listLicenses: ListOperation<'listLicenses' | 'listAccountLicenses'> = async (
  tx,
  actor,
  { query },
  { totals },
) => {
  const account = await accountOf(tx, actor, query);
  const filters = [
    query.search,
    query['search-also'],
    query.type,
    query['ending-within'],
    query.pool,
    query.consumer,
    query['in-use'],
  ];
  const everything = filters.every((filter) => !filter);
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
  if (query['in-use'] === 'true') licenses = licenses.where(inUse);
  if (query.pool !== undefined) {
    licenses = licenses.where('licenses.pool-id', '=', await poolInQuery(tx, actor, account, query.pool));
  }
  if (query.consumer !== undefined) {
    const user = await consumerInQuery(tx, actor, account, query.consumer);
    licenses = licenses.where(idAmong('licenses.id', await consumableKeys(tx, user, null), 'text'));
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

/** The id of the pool that a query filters by; 404 if it does not exist. */
async function poolInQuery(tx: Transaction, actor: Actor, account: string, rn: string): Promise<string> {
  const id = uuidOf(idInQuery(actor, account, 'pool', rn));
  const pools = tx.selectFrom('pools').select('id').where('id', '=', id).where('account-id', '=', account);
  if (!(await pools.executeTakeFirst())) throw notFound();
  return id;
}

/** The user whom a query filters by; 404 if they do not exist. */
async function consumerInQuery(tx: Transaction, actor: Actor, account: string, rn: string): Promise<Consumer> {
  const id = uuidOf(idInQuery(actor, account, 'user', rn));
  const users = tx.selectFrom('users').select('id').where('id', '=', id).where('account-id', '=', account);
  if (!(await users.where('deleted-on', 'is', null).executeTakeFirst())) throw notFound();
  const { installation } = actor;
  return { installation, accountId: account, userId: id, rn: rnOf(installation, account, 'user', id) };
}

const key = sql.ref('licenses.id');
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
