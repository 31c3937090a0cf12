import { type Keyhold, KeyholdError } from '@keyhold/sdk';

/**
 * The rn of a product that the signed-in user may use.
 *
 * @param wanted its rn, its short name, or nothing when the user has only one
 * @throws {KeyholdError} when there is none, or more than one to choose from.
 */
export async function findProduct(keyhold: Keyhold, wanted: string | undefined): Promise<string> {
  if (wanted?.includes(':')) return wanted;
  const licenses = await keyhold.consumable();
  const products = [...new Set(licenses.map(({ product }) => product))];
  const matching = wanted === undefined ? products : products.filter((product) => product.endsWith(`:${wanted}`));
  const [product] = matching;
  if (product && matching.length === 1) return product;
  if (products.length === 0) throw new KeyholdError('not-eligible', 'No license lets this user in.');
  const names = products.map((one) => one.slice(one.lastIndexOf(':') + 1)).join(', ');
  throw new KeyholdError(
    'unknown-product',
    wanted === undefined
      ? `Say which product with --product: ${names}.`
      : `This user has no license of ${wanted}. There are licenses of ${names}.`,
  );
}
