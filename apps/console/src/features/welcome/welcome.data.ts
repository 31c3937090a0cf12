import { calls, type OutputOf, resourceIdOf } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { compareNames } from '#locale/formats.ts';

/** What the signed-in user may use. */
export const ownProductsQuery = queryOptions({
  queryKey: ['license', 'consumable'],
  // A user who administers nothing receives no changes.
  refetchInterval: 30_000,
  queryFn: async ({ signal }) => ownProducts(await client.send(calls.listConsumableLicenses, { signal })),
});

/** A product that the user may use. */
export type OwnProduct = ReturnType<typeof ownProducts>[number];

/** What the user may use, product by product: first what they are using, then by name. */
export function ownProducts({ items, resources }: OutputOf<typeof calls.listConsumableLicenses>) {
  const groups = Map.groupBy(items, ({ certificate }) => certificate.product);
  const products = [...groups].map(([rn, licenses]) => ({
    rn,
    name: resources[rn]?.name ?? resourceIdOf(rn),
    description: resources[rn]?.description ?? '',
    // How many of its licenses nobody uses, and how many there are for them.
    free: licenses.filter(({ available }) => available).length,
    all: licenses.length,
    // Those in use by them: on which device, and by which application, as far as it said.
    held: licenses
      .filter((license) => license['held-by-me'])
      .map(({ rn: license, state }) => ({
        key: resourceIdOf(license),
        device: state['device-name'],
        application: [state['client-name'], state['client-version']].filter(Boolean).join(' ') || null,
      })),
  }));
  return products.sort((a, b) => Number(b.held.length > 0) - Number(a.held.length > 0) || compareNames(a.name, b.name));
}
