import { type AddonLicense, calls, type resources, type TextOf } from '@keyhold/contract';
import { type Change, mutation, paramsOf, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { addonLicenseQuery, keyOf } from '#api/licenses.ts';
import { addonsText } from '#text/addons.ts';

type AddonTexts = Pick<AddonLicense, TextOf<typeof resources.addonLicense>>;

export const updateAddon = mutation({
  send: ({ base, intent: body }: Change<AddonLicense, AddonTexts>, headers) =>
    versionOf(client.sendForReply(calls.updateAddonLicense, { params: paramsOf(base), body, headers })),
  updates: ({ base }) => addonLicenseQuery(keyOf(base)).queryKey,
  invalidates: ['addon-license'],
  success: addonsText.updated,
});
