import { calls, resourceIdOf } from '@keyhold/contract';
import { type AddonLicenseWithAddon, addonLicenseQuery, type LicenseWithProduct } from '#data/licenses.ts';
import { addonsText } from '#i18n/text/licensing.ts';
import { etagOfRow } from '#records/deletion/use-deletion.tsx';
import type { Kind } from '#server/cache/kinds.ts';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { actionMutation, recordMutation } from '#server/mutation/call-mutations.ts';
import { type Change, mutation } from '#server/mutation/change.ts';

export const updateAddon = recordMutation(calls.updateAddonLicense, {
  query: addonLicenseQuery,
  success: addonsText.updated,
});

const invalidates: Kind[] = ['addon-license'];

/** The server refuses an add-on that another license got meanwhile, and the same add-on twice on one license. */
export const assignAddon = mutation({
  send: ({ addon, license }: { addon: AddonLicenseWithAddon; license: LicenseWithProduct }) =>
    client.send(calls.addLicenseAddon, { params: paramsOf(license), body: { addon: addon.rn } }),
  invalidates,
  success: addonsText.assigned,
});

export const currentAddonLicense = currentOf(addonLicenseQuery);

/** Voids an add-on license that was issued by mistake; it is unassigned first. */
export const voidAddon = mutation({
  send: async ({ item, etag }: Change<AddonLicenseWithAddon, 'void'>) => {
    const headers = { 'If-Match': etag ?? (await etagOfRow(item, currentAddonLicense)) };
    return client.send(calls.voidAddonLicense, { params: paramsOf(item), headers });
  },
  invalidates: [...invalidates, 'license'],
  success: null,
});
export const restoreAddon = actionMutation(calls.restoreAddonLicense, { invalidates, success: addonsText.restored });

export const unassignAddon = mutation({
  send: ({ item, intent: addon }: Change<LicenseWithProduct, AddonLicenseWithAddon>, headers) => {
    const params = { ...paramsOf(item), addonId: resourceIdOf(addon.rn) };
    return client.send(calls.removeLicenseAddon, { params, headers });
  },
  invalidates,
  success: addonsText.unassigned,
});
