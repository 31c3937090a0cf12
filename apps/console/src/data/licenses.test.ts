import { type AddonLicense, type License, resources } from '@keyhold/contract';
import { describe, expect, test } from 'vitest';
import { withAddon, withProduct } from './licenses.ts';

const product = { rn: 'keyhold:eu-1:p:product:studio', name: 'Keyhold Studio', description: '' };
const addon = { rn: 'keyhold:eu-1:p:addon:colour', name: 'Colour Server', description: '' };
const addonLicense: AddonLicense = {
  ...resources.addonLicense.example,
  certificate: { type: 'Subscription', addon: addon.rn },
};
const license = {
  rn: 'keyhold:eu-1:a:license:K7QRM',
  description: '',
  certificate: { product: product.rn },
  addons: [addonLicense.rn],
} as unknown as License;

describe('references of a license', () => {
  test('are replaced by the product and the add-ons', () => {
    const resources = { [product.rn]: product, [addon.rn]: addon, [addonLicense.rn]: addonLicense };
    const resolved = withProduct(license, resources);
    expect(resolved.certificate.product.name).toBe('Keyhold Studio');
    expect(resolved.addons[0]?.certificate.addon.name).toBe('Colour Server');
  });

  test.each([
    ['product', { [addon.rn]: addon, [addonLicense.rn]: addonLicense }],
    ['add-on license', { [product.rn]: product, [addon.rn]: addon }],
    ['add-on', { [product.rn]: product, [addonLicense.rn]: addonLicense }],
  ])('throw when the %s is missing', (_, resources) => {
    expect(() => withProduct(license, resources)).toThrow('Could not map license product or addon');
  });

  test('throw when the add-on of an add-on license alone is missing', () => {
    expect(() => withAddon(addonLicense, {})).toThrow('Could not map license product or addon');
  });
});
