// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { AddonLicenseWithAddon } from '#api/licenses.ts';
import { addonTexts } from './addon-columns.tsx';

vi.mock('#locale/locale.ts', async (load: () => Promise<typeof import('#locale/locale.ts')>) => {
  localStorage.setItem('language', 'de');
  const locale = await load();
  await locale.loadLanguage();
  return locale;
});

test('an add-on is found by its type as displayed', () => {
  const license = {
    rn: 'keyhold:eu-1:acme:addon-license:K7Q',
    'order-reference': '',
    certificate: { type: 'Trial', addon: { rn: '', name: 'Cloud sync', description: '' } },
  } as unknown as AddonLicenseWithAddon;
  expect(addonTexts(license)).toEqual(expect.arrayContaining(['Trial', 'Testlizenz']));
});
