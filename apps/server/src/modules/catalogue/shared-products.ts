import { type RawBuilder, sql } from 'kysely';
import type { Installation } from '../../installation.ts';

/**
 * SQL for whether a row of `products` is shared: by its own setting, or as long as nobody has decided, by that of the
 * installation.
 */
export function isSharedProduct(installation: Installation): RawBuilder<boolean> {
  return sql<boolean>`coalesce(products.shared, products.id = ${installation.sharedProductId})`;
}

/**
 * SQL for whether an account has a license of a shared product: then it uses tags, and may give licenses to them.
 *
 * @param account the id, or the column that holds it
 */
export function sharesLicenses(installation: Installation, account: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from licenses join products on products.id = licenses."product-id"
    where licenses."account-id" = ${account} and licenses."deleted-on" is null and ${isSharedProduct(installation)})`;
}
