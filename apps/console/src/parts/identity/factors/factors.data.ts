import { calls, type Factor } from '@keyhold/contract';
import { factorsText } from '#i18n/text/factors.ts';
import { keys } from '#server/cache/keys.ts';
import { itemsQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { actionMutation } from '#server/mutation/call-mutations.ts';
import { mutation } from '#server/mutation/change.ts';
import { makePasskey } from './passkeys.ts';

/** The passkeys, authenticator apps and recovery codes of a user. */
export function factorsQuery(userId: string) {
  return itemsQuery(keys.factor.list(userId), calls.listFactors, { id: userId });
}

/** Creates a passkey in this browser and adds it. */
export const addPasskey = mutation({
  send: async ({ userId: id }: { userId: string }) => {
    const { options } = await client.send(calls.startPasskey, { params: { id }, body: {} });
    return client.send(calls.addPasskey, { params: { id }, body: await makePasskey(options) });
  },
  invalidates: ['factor'],
  success: factorsText.passkeyAdded,
});

/** Requests a secret for an authenticator app; it counts once {@link confirmAuthenticator} has sent a code of it. */
export const startAuthenticator = actionMutation(calls.startAuthenticator, { invalidates: [], success: null });

export const confirmAuthenticator = mutation({
  send: ({ userId: id, code }: { userId: string; code: string }) =>
    client.send(calls.confirmAuthenticator, { params: { id }, body: { code } }),
  invalidates: ['factor'],
  success: factorsText.authenticatorAdded,
});

export const renewRecoveryCodes = actionMutation(calls.renewRecoveryCodes, { invalidates: ['factor'], success: null });

export const renameFactor = mutation({
  send: ({ userId: id, factor, name }: { userId: string; factor: Factor; name: string }) =>
    client.send(calls.renameFactor, { params: { id, fid: factor.id }, body: { name } }),
  invalidates: ['factor'],
  success: factorsText.renamed,
});

export const removeFactor = mutation({
  send: ({ userId: id, factor }: { userId: string; factor: Factor }) =>
    client.send(calls.removeFactor, { params: { id, fid: factor.id } }),
  invalidates: ['factor'],
  success: ({ factor }) => factorsText.removed({ kind: factor.kind }),
});

/** Removes every factor of another user who has lost them. */
export const resetFactors = actionMutation(calls.resetFactors, {
  invalidates: ['factor', 'session'],
  success: factorsText.resetDone,
});
