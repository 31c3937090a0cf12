import { calls, type OutputOf, resourceIdOf } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { compareNames } from '#i18n/locale/formats.ts';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';

/** The products that the signed-in user may use. */
export const ownProductsQuery = queryOptions({
  queryKey: keys.license.consumable(),
  // A user without administrative rights receives no changes.
  refetchInterval: 30_000,
  queryFn: async ({ signal }) => ownProducts(await client.send(calls.listConsumableLicenses, { signal })),
});

/** A product that the user may use. */
export type OwnProduct = ReturnType<typeof ownProducts>[number];

/** The licenses that the user may use, by product: first the products in use, then by name. */
export function ownProducts({ items, resources }: OutputOf<typeof calls.listConsumableLicenses>) {
  const groups = Map.groupBy(items, ({ certificate }) => certificate.product);
  const products = [...groups].map(([rn, licenses]) => ({
    rn,
    name: resources[rn]?.name ?? resourceIdOf(rn),
    description: resources[rn]?.description ?? '',
    // The number of free licenses, and of all that the user may use.
    free: licenses.filter(({ available }) => available).length,
    all: licenses.length,
    // The licenses in use by the user: the device, and the application if it is reported.
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
