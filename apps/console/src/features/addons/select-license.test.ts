import { expect, test } from 'vitest';
import type { AddonLicenseWithAddon, LicenseWithProduct } from '#api/licenses.ts';
import { alreadyAssigned } from './select-license.tsx';

const addonLicense = (key: string, addon: string, description = '') =>
  ({
    rn: `keyhold:eu-1:a:addon-license:${key}`,
    certificate: { addon: { rn: `keyhold:eu-1:p:addon:${addon}`, name: addon, description } },
  }) as AddonLicenseWithAddon;

const license = (description: string, ...addons: AddonLicenseWithAddon[]) =>
  ({ rn: 'keyhold:eu-1:a:license:K7QRM', description, addons }) as unknown as LicenseWithProduct;

test('another add-on may join', () => {
  expect(alreadyAssigned(addonLicense('1', 'cutter'), license('Desk', addonLicense('2', 'colour')))).toBeNull();
});

test('the same add-on may not, whichever license brings it, and the message names both', () => {
  const held = addonLicense('2', 'colour', 'Device colour');
  expect(alreadyAssigned(addonLicense('1', 'colour', 'Device colour'), license('Front desk', held))).toBe(
    'The addon Device colour is already assigned to the license Front desk.',
  );
});

test('without descriptions the message has the name and the key', () => {
  expect(alreadyAssigned(addonLicense('1', 'colour'), license('', addonLicense('2', 'colour')))).toBe(
    'The addon colour is already assigned to the license K7QRM.',
  );
});
