import type { AddonName, ProductName } from './company.ts';

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const products: Readonly<Record<ProductName, Entry>> = {
  studio: {
    id: 'keyhold-studio',
    name: 'Keyhold Studio',
    description: 'Layout and artwork, one license for each person.',
  },
  shared: {
    id: 'keyhold-studio-shared',
    name: 'Keyhold Studio Shared',
    description: 'Layout and artwork, licenses shared by a whole house.',
  },
  proof: { id: 'keyhold-proof', name: 'Keyhold Proof', description: 'Colour-true proofs on screen and paper.' },
  impose: { id: 'keyhold-impose', name: 'Keyhold Impose', description: 'Pages onto sheets, ready for the press.' },
  viewer: { id: 'keyhold-viewer', name: 'Keyhold Viewer', description: 'Look at jobs, comment and approve.' },
  render: { id: 'keyhold-render-node', name: 'Keyhold Render Node', description: 'Renders in the background.' },
};

const addons: Readonly<Record<AddonName, Entry>> = {
  colour: { id: 'colour-server', name: 'Colour Server', description: 'Colour server for up to six printers' },
  preflight: { id: 'preflight', name: 'Preflight', description: 'Checks files before they go to press' },
  variable: { id: 'variable-data', name: 'Variable Data', description: 'Every copy different' },
  packaging: { id: 'packaging', name: 'Packaging', description: 'Folding boxes in three dimensions' },
  library: { id: 'asset-library', name: 'Asset Library', description: 'Pictures and fonts of the whole house' },
  sync: { id: 'cloud-sync', name: 'Cloud Sync', description: '' },
};

/** The demo's catalogue, keyed by the demo's short names. */
export interface Catalogue {
  readonly products: Readonly<Record<ProductName, Entry>>;
  readonly addons: Readonly<Record<AddonName, Entry>>;
}

/**
 * The demo's products and add-ons. The shared product has the id that the installation sets; if another product has
 * this id, the two swap ids, so that no other product means Shared.
 */
export function demoCatalogue(sharedProductId: string): Catalogue {
  const idOf = (id: string) => (id === sharedProductId ? products.shared.id : id);
  const named = Object.fromEntries(
    Object.entries(products).map(([name, entry]) => [name, { ...entry, id: idOf(entry.id) }]),
  ) as Record<ProductName, Entry>;
  return { products: { ...named, shared: { ...products.shared, id: sharedProductId } }, addons };
}
