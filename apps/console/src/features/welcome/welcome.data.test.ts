import { expect, test } from 'vitest';
import { ownProducts } from './welcome.data.ts';

type Reply = Parameters<typeof ownProducts>[0];

function reply(...items: { key: string; product: string; held?: boolean; available?: boolean }[]): Reply {
  const rn = (type: string, id: string) => `keyhold:eu-1:0198:${type}:${id}`;
  return {
    items: items.map(({ key, product, held = false, available = !held }) => ({
      rn: rn('license', key),
      certificate: { product: rn('product', product) },
      state: held
        ? { 'device-name': 'Workbench 4', 'client-name': 'Studio', 'client-version': '26.1' }
        : { 'device-name': null, 'client-name': null, 'client-version': null },
      available,
      'held-by-me': held,
    })),
    resources: { [rn('product', 'proof')]: { rn: rn('product', 'proof'), name: 'Proof', description: 'Colour-true.' } },
  } as unknown as Reply;
}

test('groups licenses by product, with its name, and lists products in use first', () => {
  const products = ownProducts(
    reply(
      { key: 'A', product: 'proof' },
      { key: 'B', product: 'proof', available: false },
      { key: 'C', product: 'studio', held: true },
    ),
  );
  expect(products).toMatchObject([
    { name: 'studio', free: 0, all: 1, held: [{ key: 'C', device: 'Workbench 4', application: 'Studio 26.1' }] },
    { name: 'Proof', description: 'Colour-true.', free: 1, all: 2, held: [] },
  ]);
});
