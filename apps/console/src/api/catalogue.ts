import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { versionOf } from './change.ts';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** The products of the catalogue, for who may issue licenses. */
export function productsQuery() {
  return queryOptions({
    queryKey: keys.products(),
    queryFn: async ({ signal }) => (await client.send(calls.listProducts, { signal })).items,
  });
}

/** One product, and the version to send along with a change. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: keys.product(id),
    queryFn: ({ signal }) => versionOf(client.sendForReply(calls.getProduct, { params: { id }, signal })),
    // Changes of products are not announced.
    staleTime: 0,
  });
}

/** The add-ons of the catalogue, for who may issue them. */
export function addonsQuery() {
  return queryOptions({
    queryKey: keys.addons(),
    queryFn: async ({ signal }) => (await client.send(calls.listAddons, { signal })).items,
  });
}
