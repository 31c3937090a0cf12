import type { ProductUsage } from '@keyhold/contract';
import { nameOfProduct } from '#api/usage-people.ts';
import type { Usage } from './usage-table.tsx';

/** A product with the sums of its hours or days. */
export interface ProductRow extends ProductUsage {
  name: string;
  peak: number;
  uses: number;
  denied: number;
}

/** The products of a reply, with their sums. */
export function productRows({ 'by-product': products, items, resources }: Usage): ProductRow[] {
  const rows = new Map(
    products.map((product) => [
      product.product,
      { ...product, name: nameOfProduct(resources, product.product), peak: 0, uses: 0, denied: 0 },
    ]),
  );
  for (const { product, peak, uses, denied } of items) {
    const row = rows.get(product);
    if (!row) continue;
    row.peak = Math.max(row.peak, peak);
    row.uses += uses;
    row.denied += denied;
  }
  return [...rows.values()];
}
