import { calls, type Factor } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { mutation } from '#api/change.ts';
import { client } from '#api/client.ts';
import { browserOf } from '#sessions/place.ts';
import { factorsText } from '#text/factors.ts';
import { makePasskey } from './passkeys.ts';

/** The passkeys, authenticator apps and recovery codes of a user. */
export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['factor', 'list', userId],
    queryFn: async ({ signal }) => (await client.send(calls.listFactors, { params: { id: userId }, signal })).items,
  });
}

/** Creates a passkey in this browser and adds it, named after the browser and its operating system. */
export const addPasskey = mutation({
  send: async ({ userId: id }: { userId: string }) => {
    const { options } = await client.send(calls.startPasskey, { params: { id }, body: {} });
    const body = { name: browserOf(navigator.userAgent), response: await makePasskey(options) };
    return client.send(calls.addPasskey, { params: { id }, body });
  },
  invalidates: ['factor'],
  success: factorsText.passkeyAdded,
});

/** Requests a secret for an authenticator app; it counts once {@link confirmAuthenticator} has sent a code of it. */
export const startAuthenticator = mutation({
  send: ({ userId: id }: { userId: string }) => client.send(calls.startAuthenticator, { params: { id }, body: {} }),
  invalidates: [],
  success: null,
});

export const confirmAuthenticator = mutation({
  send: ({ userId: id, code }: { userId: string; code: string }) =>
    client.send(calls.confirmAuthenticator, { params: { id }, body: { code } }),
  invalidates: ['factor'],
  success: factorsText.authenticatorAdded,
});

export const renewRecoveryCodes = mutation({
  send: async ({ userId: id }: { userId: string }) =>
    (await client.send(calls.renewRecoveryCodes, { params: { id }, body: {} }))['recovery-codes'],
  invalidates: ['factor'],
  success: null,
});

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
export const resetFactors = mutation({
  send: ({ userId: id }: { userId: string }) => client.send(calls.resetFactors, { params: { id } }),
  invalidates: ['factor', 'session'],
  success: factorsText.resetDone,
});
