// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { AddonLicenseWithAddon } from '#api/licenses.ts';
import { addonTexts } from './addon-columns.tsx';

vi.hoisted(() => localStorage.setItem('language', 'de'));

test('an add-on is found by its type as displayed', () => {
  const license = {
    rn: 'keyhold:eu-1:acme:addon-license:K7Q',
    'order-reference': '',
    certificate: { type: 'Trial', addon: { rn: '', name: 'Cloud sync', description: '' } },
  } as unknown as AddonLicenseWithAddon;
  expect(addonTexts(license)).toEqual(expect.arrayContaining(['Trial', 'Testlizenz']));
});
