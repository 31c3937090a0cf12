import { calls } from '@keyhold/contract';
import { recordMutation } from '#api/call-mutations.ts';
import { addonLicenseQuery } from '#api/licenses.ts';
import { addonsText } from '#text/addons.ts';

export const updateAddon = recordMutation(calls.updateAddonLicense, {
  query: addonLicenseQuery,
  success: addonsText.updated,
});
