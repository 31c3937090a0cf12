import type { Addon, Product, TimedProduct } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { CatalogueTable, ProductsTable } from '../../db/schema.ts';
import { catalogueRnOf, type Installation } from '../../installation.ts';

/** An add-on of the catalogue as replies show it. */
export function addonResource(installation: Installation, row: Selectable<CatalogueTable>): Addon {
  return { rn: catalogueRnOf(installation, 'addon', row.id), name: row.name, description: row.description };
}

/** A product of the catalogue as replies show it. */
export function productResource(installation: Installation, row: Selectable<CatalogueTable>): Product {
  return { rn: catalogueRnOf(installation, 'product', row.id), name: row.name, description: row.description };
}

/** A product with the times of its leases, as provider staff see it. */
export function timedProductResource(installation: Installation, row: Selectable<ProductsTable>): TimedProduct {
  return {
    ...productResource(installation, row),
    'heartbeat-seconds': row['heartbeat-seconds'],
    'lease-seconds': row['lease-seconds'],
    'grace-seconds': row['grace-seconds'],
  };
}
