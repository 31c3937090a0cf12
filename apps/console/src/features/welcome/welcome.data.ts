import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { ownProducts } from './own-products.ts';

/** What the signed-in user may use. */
export function ownProductsQuery() {
  return queryOptions({
    queryKey: ['license', 'consumable'],
    // A user who administers nothing receives no changes.
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => ownProducts(await client.send(calls.listConsumableLicenses, { signal })),
  });
}
