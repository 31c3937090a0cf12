import { expect, it } from 'vitest';
import { addonLicenseResource } from '../records/resources.ts';

it('keeps the field order of an add-on license on which the entity tags of earlier servers depend', () => {
  const now = new Date();
  const row = {
    id: '1',
    'account-id': '2',
    'addon-id': 'colour',
    'license-id': null,
    type: 'Trial',
    'order-reference': '',
    'created-on': now,
    'updated-on': now,
  };
  const installation = { region: 'eu-1', providerAccountId: '3' };
  const args = [installation, row] as unknown as Parameters<typeof addonLicenseResource>;
  expect(Object.keys(addonLicenseResource(...args))).toEqual([
    'rn',
    'order-reference',
    'certificate',
    'license',
    'created-on',
    'updated-on',
  ]);
});
