import { calls, resources, textsWith } from '@keyhold/contract';
import { providerList } from '#lists/engine/provider-list.ts';
import { keys } from '#server/cache/keys.ts';
import { itemsQuery, recordQuery } from '#server/cache/record-query.ts';

/** The products on their own screen, which the server lists for provider staff. */
export const productsSource = providerList(keys.product.list(), calls.listProducts, {
  sorts: [...textsWith(resources.timedProduct, 'sorted'), 'created-on'],
});

export const productQuery = recordQuery(keys.product.record, calls.getProduct);

/** The add-ons on their own screen. */
export const addonsSource = providerList(keys.addon.list(), calls.listAddons, {
  sorts: [...textsWith(resources.addon, 'sorted'), 'created-on'],
});

export const addonQuery = recordQuery(keys.addon.record, calls.getAddon);

/** Every product, to choose from. */
export const productsQuery = itemsQuery(keys.product.choices(), calls.listProducts, {});

/** Every application. */
export const applicationChoicesQuery = itemsQuery(keys.application.choices(), calls.listApplications, {});

/** Every add-on, to choose from. */
export const addonsQuery = itemsQuery(keys.addon.choices(), calls.listAddons, {});

/** The number of licenses of each product and add-on, and of the accounts that have them. */
export const issuedQuery = itemsQuery(keys.summary.issued(), calls.countIssued, {});
