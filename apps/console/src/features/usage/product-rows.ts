import { nameOfProduct } from '#api/usage-people.ts';
import type { Usage } from './usage-table.tsx';

/** A product with the sums of its hours or days. */
export type ProductRow = ReturnType<typeof productRows>[number];

/** The products of a reply, with their sums. */
export function productRows({ 'by-product': products, items, resources }: Usage) {
  return products.map((product) => {
    const own = items.filter((item) => item.product === product.product);
    const sum = (field: 'uses' | 'denied') => own.reduce((total, item) => total + item[field], 0);
    const peak = Math.max(0, ...own.map((item) => item.peak));
    const name = nameOfProduct(resources, product.product);
    return { ...product, name, peak, uses: sum('uses'), denied: sum('denied') };
  });
}
