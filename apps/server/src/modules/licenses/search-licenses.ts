import { shownLicenseStatuses } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { foundBySearch, foundInList, idAmong, patternOf, type Search } from '../../lists/search.ts';
import { expired } from '../../records/license-term.ts';
import { selectLicenses } from '../../records/licenses.sql.ts';
import { inUse } from '../../records/seat-conditions.ts';

/** Selects an account's licenses that match a search. */
export async function searchLicenses(tx: Transaction, account: string, search: Search) {
  const licenses = selectLicenses(tx).where('licenses.account-id', '=', account);
  const worded = ['licenses.type', shownStatus, hindrance];
  const found = await foundBySearch(search, worded, (text) => foundLicenses(tx, account, text));
  return found ? licenses.where(found) : licenses;
}

/** The status of a license as the list shows it. */
export const shownStatus = sql`case when ${inUse} then 'In use' else 'Available' end`;

/** The reason why a license cannot be used, which the list shows beside its status; null for most. */
const hindrance = sql`case when licenses.status = 'Suspended' then 'Suspended' when ${expired} then 'Expired' end`;

/** The search condition of licenses: key, description, type, product name, status. */
async function foundLicenses(tx: Transaction, account: string, search: string): Promise<RawBuilder<boolean>> {
  const pattern = patternOf(search);
  const { rows } = await sql<{ products: string[]; statuses: string[] }>`
    select array(select id from products where fold(name) like ${pattern}) as products,
      array(select status from unnest(${shownLicenseStatuses}::text[]) as status where fold(status) like ${pattern}) as statuses
  `.execute(tx);
  const [{ products, statuses } = { products: [], statuses: [] }] = rows;
  const named = products.length > 0 || statuses.length > 0;
  const own = named ? null : await foundInList(tx, { kind: 'licenses', account }, search);
  if (own) return idAmong('licenses.id', own, 'text');
  return sql<boolean>`(licenses."search-text" like ${pattern} or licenses."product-id" = any(${products})
    or ${shownStatus} = any(${statuses}) or ${hindrance} = any(${statuses}))`;
}
