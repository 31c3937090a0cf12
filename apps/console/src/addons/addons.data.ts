import { type AddonLicense, calls, type resources, type TextOf } from '@keyhold/contract';
import { type Change, mutation, paramsOf, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { keyOf } from '#api/licenses.ts';
import { addonsText } from '#text/addons.ts';

export type AddonTexts = Pick<AddonLicense, TextOf<typeof resources.addonLicense>>;

export const updateAddon = mutation({
  send: ({ base, intent: body }: Change<AddonLicense, AddonTexts>, headers) =>
    versionOf(client.sendForReply(calls.updateAddonLicense, { params: paramsOf(base), body, headers })),
  answers: ({ base }) => keys.addonLicense(keyOf(base)),
  touches: ['addon-license'],
  success: addonsText.updated,
});
