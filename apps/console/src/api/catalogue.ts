import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { versionOf } from './change.ts';
import { client } from './client.ts';
import { keys } from './keys.ts';

export function productsQuery() {
  return queryOptions({
    queryKey: keys.products(),
    queryFn: async ({ signal }) => (await client.send(calls.listProducts, { signal })).items,
  });
}

export function productQuery(id: string) {
  return queryOptions({
    queryKey: keys.product(id),
    queryFn: ({ signal }) => versionOf(client.sendForReply(calls.getProduct, { params: { id }, signal })),
    // Changes of products are not announced.
    staleTime: 0,
  });
}

export function addonsQuery() {
  return queryOptions({
    queryKey: keys.addons(),
    queryFn: async ({ signal }) => (await client.send(calls.listAddons, { signal })).items,
  });
}
