import { calls } from '@keyhold/contract';
import { mutation } from '#api/change.ts';
import { client } from '#api/client.ts';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { addonsText } from '#text/addons.ts';

/** The server refuses an add-on that another license got meanwhile, and the same add-on twice on one license. */
export const assignAddon = mutation({
  send: ({ addon, license }: { addon: AddonLicenseWithAddon; license: LicenseWithProduct }) =>
    client.send(calls.addLicenseAddon, { params: { id: keyOf(license) }, body: { addon: addon.rn } }),
  invalidates: ['addon-license'],
  success: addonsText.assigned,
});
