import { type Addon, calls, type QueryInputOf, resources, type TimedProduct, textsWith } from '@keyhold/contract';
import type { ListSource } from '#lists/engine/listing.ts';
import { keys } from '#server/cache/keys.ts';
import { itemsQuery, recordQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';

/** The products on their own screen, which the server lists for provider staff. */
export const productsSource: ListSource<TimedProduct> = {
  key: keys.product.list(),
  sorts: [...textsWith(resources.timedProduct, 'sorted'), 'created-on'],
  fetchRows: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listProducts>;
    return client.send(calls.listProducts, { query, signal });
  },
};

export const productQuery = recordQuery(keys.product.record, calls.getProduct);

/** The add-ons on their own screen. */
export const addonsSource: ListSource<Addon> = {
  key: keys.addon.list(),
  sorts: [...textsWith(resources.addon, 'sorted'), 'created-on'],
  fetchRows: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listAddons>;
    return client.send(calls.listAddons, { query, signal });
  },
};

export const addonQuery = recordQuery(keys.addon.record, calls.getAddon);

/** Every product, to choose from. */
export const productsQuery = itemsQuery(keys.product.choices(), calls.listProducts, {});

/** Every application. */
export const applicationChoicesQuery = itemsQuery(keys.application.choices(), calls.listApplications, {});

/** Every add-on, to choose from. */
export const addonsQuery = itemsQuery(keys.addon.choices(), calls.listAddons, {});

/** The number of licenses of each product and add-on, and of the accounts that have them. */
export const issuedQuery = itemsQuery(keys.summary.issued(), calls.countIssued, {});
