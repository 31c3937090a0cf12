import { calls, type TimedProduct } from '@keyhold/contract';
import { productQuery } from '#data/catalogue.ts';
import { productsText } from '#i18n/text/licensing.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';

export const currentProduct = currentOf(productQuery);

export const createProduct = bodyMutation(calls.createProduct, {
  invalidates: ['product'],
  success: productsText.created,
});

/** What a change of a product sends: all of its fields but the name that the server gave it. */
type ProductValues = Omit<TimedProduct, 'rn'>;

/** Changes some fields of a product; the others stay as the user saw them. */
export const updateProduct = recordMutation(calls.updateProduct, {
  query: productQuery,
  body: (changed: Partial<ProductValues>, { rn: _, ...seen }) => ({ ...seen, ...changed }),
  success: productsText.updated,
});

export const productDeletion: Deletion<TimedProduct> = {
  kind: 'product',
  nameOf: ({ name }) => name,
  words: productsText,
  current: currentProduct,
  remove: (product, headers) => client.send(calls.deleteProduct, { params: paramsOf(product), headers }),
};
