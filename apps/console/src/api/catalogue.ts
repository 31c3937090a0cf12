import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** The products of the catalogue, for who may issue licenses. */
export function productsQuery() {
  return queryOptions({
    queryKey: keys.products(),
    queryFn: async ({ signal }) => (await client.send(calls.listProducts, { signal })).items,
  });
}

/** The add-ons of the catalogue, for who may issue them. */
export function addonsQuery() {
  return queryOptions({
    queryKey: keys.addons(),
    queryFn: async ({ signal }) => (await client.send(calls.listAddons, { signal })).items,
  });
}
