import { type Addon, calls } from '@keyhold/contract';
import { addonQuery } from '#data/catalogue.ts';
import { catalogueAddonsText } from '#i18n/text/licensing.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';

export const currentAddon = currentOf(addonQuery);

export const createAddon = bodyMutation(calls.createAddon, {
  invalidates: ['addon'],
  success: catalogueAddonsText.created,
});

/** Changes some fields of an add-on; the others stay as the user saw them. */
export const updateAddon = recordMutation(calls.updateAddon, {
  query: addonQuery,
  body: (changed: Partial<Omit<Addon, 'rn'>>, { rn: _, ...seen }) => ({ ...seen, ...changed }),
  success: catalogueAddonsText.updated,
});

export const addonDeletion: Deletion<Addon> = {
  kind: 'addon',
  nameOf: ({ name }) => name,
  words: catalogueAddonsText,
  current: currentAddon,
  remove: (addon, headers) => client.send(calls.deleteAddon, { params: paramsOf(addon), headers }),
};
