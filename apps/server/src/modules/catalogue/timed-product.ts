import type { TimedProduct } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { ProductsTable } from '../../db/schema.ts';
import type { Installation } from '../../installation.ts';
import { productResource } from '../licenses/addon-license-resource.ts';

/** A product with the times of its leases, as provider staff see it. */
export function timedProductResource(installation: Installation, row: Selectable<ProductsTable>): TimedProduct {
  return {
    ...productResource(installation, row),
    'heartbeat-seconds': row['heartbeat-seconds'],
    'lease-seconds': row['lease-seconds'],
    'grace-seconds': row['grace-seconds'],
  };
}
