// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { LicenseWithProduct } from '#data/licenses.ts';
import { setLanguage } from '#i18n/locale/test/page-language.ts';

test('finds a license by its type as displayed', async () => {
  await setLanguage('de');
  const { licenseTexts } = await import('./select-license.tsx');
  const license = {
    rn: 'keyhold:eu-1:acme:license:K7Q',
    'order-reference': '',
    description: '',
    addons: [],
    certificate: { type: 'Subscription', product: { name: 'Studio' } },
  } as unknown as LicenseWithProduct;
  expect(licenseTexts(license)).toEqual(expect.arrayContaining(['Subscription', 'Abonnement']));
});
