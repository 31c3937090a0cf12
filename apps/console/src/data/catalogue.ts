import { calls } from '@keyhold/contract';
import { keys } from '#server/cache/keys.ts';
import { itemsQuery, recordQuery } from '#server/cache/record-query.ts';

export const productsQuery = itemsQuery(keys.product.list(), calls.listProducts, {});

const cachedProductQuery = recordQuery(keys.product.record, calls.getProduct);

/** One product. Changes of products are not announced, so it is fetched each time. */
export function productQuery(id: string) {
  return { ...cachedProductQuery(id), staleTime: 0 };
}

export const addonsQuery = itemsQuery(keys.addon.list(), calls.listAddons, {});
