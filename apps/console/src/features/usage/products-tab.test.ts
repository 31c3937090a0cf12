import { expect, test } from 'vitest';
import { productRows } from './products-tab.tsx';
import type { Usage } from './usage-table.tsx';

test('returns the highest peak and the sums of each product', () => {
  const [one, other] = ['keyhold:eu-1:p:product:one', 'keyhold:eu-1:p:product:other'];
  const bucket = (product: string, peak: number, denied: number) => ({
    product,
    start: '2026-02-10T00:00:00.000Z',
    peak,
    average: 0.5,
    uses: 2,
    users: 1,
    denied,
  });
  const product = (rn: string) => ({ product: rn, licenses: 3, 'in-use': 1, 'never-used': 0, 'last-used-on': null });
  const usage = {
    'by-product': [product(one), product(other)],
    items: [bucket(one, 2, 0), bucket(other, 0, 4), bucket(one, 3, 1), bucket(one, 1, 2)],
    resources: { [one]: { rn: one, name: 'One' } },
  } as unknown as Usage;
  expect(productRows(usage)).toMatchObject([
    { name: 'One', peak: 3, uses: 6, denied: 3 },
    // A product without a name in the reply is shown by its id.
    { name: 'other', peak: 0, uses: 2, denied: 4 },
  ]);
});
