// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { licenseTexts } from './select-license.tsx';

vi.hoisted(() => localStorage.setItem('language', 'de'));

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
