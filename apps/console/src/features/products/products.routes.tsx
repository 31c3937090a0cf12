import { IconPackage } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
import { productsPath } from './products.paths.ts';

export const productScreens = withRecords({
  path: productsPath,
  section: 'admin',
  code: () => import('./products-list.tsx'),
  record: () => import('./product-detail.tsx'),
  label: shellText.products,
  icon: IconPackage,
  actions: [{ label: paletteText.newProduct, open: 'create' }],
});
