import { resources } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import { accountOf } from '../../../access/guards.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import type { ListOperation } from '../../../http/bind.ts';
import { byRn } from '../../../lists/by-rn.ts';
import { byBeginning, byName, listPage, textSorts } from '../../../lists/page.ts';
import { containsText, foundBySearch, foundInList, idAmong, patternOf } from '../../../lists/search.ts';
import { addonLicenseResource, addonResource } from '../../../records/resources.ts';

export const listAddonLicenses: ListOperation<'listAddonLicenses' | 'listAccountAddonLicenses'> = async (
  tx,
  actor,
  { query },
  { totals },
) => {
  const account = await accountOf(tx, actor, query);
  const everything = !query.search && !query['search-also'] && query['unassigned-only'] !== 'true';
  let licenses = tx
    .selectFrom('addon-licenses')
    .innerJoin('addons', 'addons.id', 'addon-licenses.addon-id')
    .selectAll('addon-licenses')
    .where('addon-licenses.account-id', '=', account)
    .where('addon-licenses.deleted-on', 'is', null);
  if (query['unassigned-only'] === 'true') licenses = licenses.where('addon-licenses.license-id', 'is', null);
  const found = await foundBySearch(query, ['addon-licenses.type'], (text) => foundAddonLicenses(tx, account, text));
  if (found) licenses = licenses.where(found);
  const { rows, ...page } = await listPage(licenses, addonLicenseSorts, query, 'name', () =>
    everything ? totals.read(tx, { kind: 'addon-licenses', account }) : undefined,
  );
  const addonIds = [...new Set(rows.map((row) => row['addon-id']))];
  const addons =
    query.resolve === 'all' && addonIds.length > 0
      ? await tx.selectFrom('addons').selectAll().where('id', '=', anyOf(addonIds, 'text')).execute()
      : [];
  return {
    items: rows.map((row) => addonLicenseResource(actor.installation, row)),
    resources: byRn(addons.map((row) => addonResource(actor.installation, row))),
    ...page,
  };
};

/** The search condition of add-on licenses: matches key, type and texts, and the add-on's name and description. */
async function foundAddonLicenses(tx: Transaction, account: string, search: string): Promise<RawBuilder<boolean>> {
  const addons = await tx
    .selectFrom('addons')
    .select('id')
    .where(containsText(search, ['name', 'description']))
    .execute();
  const own = addons.length > 0 ? null : await foundInList(tx, { kind: 'addon-licenses', account }, search);
  if (own) return idAmong('addon-licenses.id', own, 'text');
  const ids = addons.map(({ id }) => id);
  return sql<boolean>`("addon-licenses"."search-text" like ${patternOf(search)} or "addon-licenses"."addon-id" = any(${ids}))`;
}

const key = sql.ref('addon-licenses.id');
const byAddon = [byName('addons.name'), key];
const addonLicenseSorts = {
  name: byAddon,
  key: [key],
  type: [sql.ref('addon-licenses.type'), ...byAddon],
  description: [byBeginning('addons.description'), key],
  ...textSorts(resources.addonLicense, 'addon-licenses', key),
  'created-on': [sql.ref('addon-licenses.created-on'), key],
};
