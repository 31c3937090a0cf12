// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { licenseTexts } from './select-license.tsx';

vi.mock('#locale/locale.ts', async (load: () => Promise<typeof import('#locale/locale.ts')>) => {
  localStorage.setItem('language', 'de');
  const locale = await load();
  await locale.loadLanguage();
  return locale;
});

test('finds a license by its type as displayed', () => {
  const license = {
    rn: 'keyhold:eu-1:acme:license:K7Q',
    'order-reference': '',
    description: '',
    addons: [],
    certificate: { type: 'Subscription', product: { name: 'Studio' } },
  } as unknown as LicenseWithProduct;
  expect(licenseTexts(license)).toEqual(expect.arrayContaining(['Subscription', 'Abonnement']));
});
