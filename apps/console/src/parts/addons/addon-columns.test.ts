// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { AddonLicenseWithAddon } from '#data/licenses.ts';
import { setLanguage } from '#i18n/locale/test/page-language.ts';

test('an add-on is found by its type as displayed', async () => {
  await setLanguage('de');
  const { addonTexts } = await import('./addon-columns.tsx');
  const license = {
    rn: 'keyhold:eu-1:acme:addon-license:K7Q',
    'order-reference': '',
    certificate: { type: 'Trial', addon: { rn: '', name: 'Cloud sync', description: '' } },
  } as unknown as AddonLicenseWithAddon;
  expect(addonTexts(license)).toEqual(expect.arrayContaining(['Trial', 'Testlizenz']));
});
