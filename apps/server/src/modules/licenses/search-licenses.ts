import { shownLicenseStatuses } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { foundBySearch, foundInList, idAmong, patternOf, type Search } from '../../lists/search.ts';
import { expired, inUse } from '../leases/lease-row.ts';
import { selectLicenses } from './licenses.sql.ts';

/** The licenses of an account, all or those that a search finds; in an object, because a query cannot be awaited. */
export async function searchLicenses(tx: Transaction, account: string, search: Search) {
  const licenses = selectLicenses(tx).where('licenses.account-id', '=', account);
  const worded = ['licenses.type', shownStatus, hindrance];
  const found = await foundBySearch(search, worded, (text) => foundLicenses(tx, account, text));
  return { licenses: found ? licenses.where(found) : licenses };
}

/** What the list shows as a license's status (decisions, section 2). */
export const shownStatus = sql`case when ${inUse} then 'In use' else 'Available' end`;

/** Why nobody can use a license, which the list shows beside its status; null for most. */
const hindrance = sql`case when licenses.status = 'Suspended' then 'Suspended' when ${expired} then 'Expired' end`;

/** Whether a license is found: by its key, description or type, by its product's name or by its status (specification, 'Licenses list'). */
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
