import { calls } from '@keyhold/contract';
import { itemsQuery, recordQuery } from '#server/cache/record-query.ts';

export const productsQuery = itemsQuery(['product', 'list'], calls.listProducts, {});

const cachedProductQuery = recordQuery('product', calls.getProduct);

/** One product. Changes of products are not announced, so it is fetched each time. */
export function productQuery(id: string) {
  return { ...cachedProductQuery(id), staleTime: 0 };
}

export const addonsQuery = itemsQuery(['addon', 'list'], calls.listAddons, {});
