/**
 * Whether a product is the one that the application named, by its rn or by its id such as `keyhold-studio`. All products
 * of a server are its provider's, so that an id names one.
 */
export function isProduct(rn: string, named: string): boolean {
  return rn === named || (!named.includes(':') && rn.endsWith(`:product:${named}`));
}
