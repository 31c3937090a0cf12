import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { recordQuery } from './record-query.ts';

export const productsQuery = queryOptions({
  queryKey: ['product', 'list'],
  queryFn: async ({ signal }) => (await client.send(calls.listProducts, { signal })).items,
});

const cachedProductQuery = recordQuery('product', calls.getProduct);

/** One product. Changes of products are not announced, so it is fetched each time. */
export function productQuery(id: string) {
  return { ...cachedProductQuery(id), staleTime: 0 };
}

export const addonsQuery = queryOptions({
  queryKey: ['addon', 'list'],
  queryFn: async ({ signal }) => (await client.send(calls.listAddons, { signal })).items,
});
