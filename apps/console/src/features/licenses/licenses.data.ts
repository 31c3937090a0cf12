import { calls, type License, resourceIdOf, type resources, type TextOf } from '@keyhold/contract';
import { keyOf, type LicenseWithProduct, licenseQuery } from '#data/licenses.ts';
import { bulkText } from '#i18n/text/general.ts';
import { consumersText, licensesText, poolsText, voidText } from '#i18n/text/licensing.ts';
import { unlessFailed } from '#lists/selection/bulk.ts';
import { type Choice, consumersOfChoice, withConsumers } from '#parts/consumers/consumer-choice.ts';
import type { Kind } from '#server/cache/kinds.ts';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf, versionOf } from '#server/client/version.ts';
import { actionMutation, bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';
import { type Change, mutation } from '#server/mutation/change.ts';

const invalidates: Kind[] = ['license'];

export const currentLicense = currentOf(licenseQuery);

/** The license that a change returns, with its product and add-ons, which do not change. */
function withKnown(license: License, { certificate, addons, names }: LicenseWithProduct): LicenseWithProduct {
  return { ...license, certificate: { ...license.certificate, product: certificate.product }, addons, names };
}

/** Options that every update of a license shares. */
const update = { query: licenseQuery, read: withKnown, success: licensesText.updated };

export const describeLicense = recordMutation(calls.updateLicense, {
  ...update,
  body: (texts: Pick<License, TextOf<typeof resources.license>>, { certificate }) => ({
    ...texts,
    certificate: { ...certificate, product: certificate.product.rn },
  }),
});

export const setLicenseStatus = recordMutation(calls.updateLicenseStatus, update);

export const setTerms = recordMutation(calls.updateLicenseTerms, update);

/** Replaces the consumers of a license, keeps policies with other names, and then releases the license. */
export const setConsumers = mutation({
  send: async ({ item: base, intent }: Change<LicenseWithProduct, { choice: Choice }>, headers) => {
    const consumers = consumersOfChoice(intent.choice);
    if (!consumers) throw new Error(consumersText.noUsers);
    const body = { policies: withConsumers(base.policies, consumers) };
    const params = paramsOf(base);
    const { item, etag } = await versionOf(client.sendForReply(calls.setLicensePolicies, { params, body, headers }));
    // According to the specification, a failure of the release is ignored.
    await client.send(calls.unassignLicense, { params, body: {} }).catch(() => undefined);
    return { item: withKnown(item, base), etag };
  },
  updates: ({ item }) => licenseQuery(keyOf(item)).queryKey,
  invalidates,
  success: licensesText.updated,
});

const seenHolder = ({ state }: LicenseWithProduct) => ({ holder: state.user ?? '' });

/** Logs off the holder that the user saw, but not another one who took the license meanwhile. */
export const releaseLicense = mutation({
  send: ({ item }: Change<LicenseWithProduct, 'release'>) =>
    client.send(calls.unassignLicense, { params: paramsOf(item), query: seenHolder(item), body: {} }),
  invalidates,
  success: licensesText.released,
});

/** Frees a seat without waiting for its holder, whom the user saw. */
export const freeNow = mutation({
  send: ({ item }: Change<LicenseWithProduct, 'free now'>) =>
    client.send(calls.unassignLicense, { params: paramsOf(item), query: seenHolder(item), body: { mode: 'now' } }),
  invalidates,
  success: licensesText.released,
});

export const releaseMany = bodyMutation(calls.releaseLicenses, {
  invalidates,
  success: unlessFailed(bulkText.licensesReleased),
});

/** The bulk changes of licenses. Each reports the licenses that could not be changed. */
const changeOfMany = { invalidates, success: unlessFailed(bulkText.licensesUpdated) };
export const changeConsumersOfMany = bodyMutation(calls.changeLicensePolicies, changeOfMany);
export const changeTermsOfMany = bodyMutation(calls.changeLicenseTerms, changeOfMany);
export const changeStatusOfMany = bodyMutation(calls.changeLicenseStatus, changeOfMany);

/** Adds licenses to a pool, which decides who may use them from then on. */
export const addToPool = mutation({
  send: ({ pool, licenses }: { pool: string; licenses: readonly string[] }) =>
    client.send(calls.addPoolLicenses, { params: { id: resourceIdOf(pool) }, body: { licenses: [...licenses] } }),
  invalidates: [...invalidates, 'pool'],
  success: poolsText.licensesAdded,
});
export const changeAddonsOfMany = bodyMutation(calls.changeLicenseAddons, changeOfMany);

/** Voids a license that was issued by mistake; its holder is logged off. */
export const voidLicense = mutation({
  send: async ({ item, leave }: Change<LicenseWithProduct, 'void'> & { leave: () => unknown }, headers) => {
    await client.send(calls.voidLicense, { params: paramsOf(item), headers });
    // Its page would fetch what is gone.
    await leave();
  },
  invalidates,
  success: null,
});
/** Voids many licenses; the caller reports it, with an undo where it is known which they are. */
export const voidMany = bodyMutation(calls.voidLicenses, { invalidates, success: null });
export const restoreMany = bodyMutation(calls.restoreLicenses, {
  invalidates,
  success: unlessFailed(voidText.restoredMany),
});
export const restoreLicense = actionMutation(calls.restoreLicense, { invalidates, success: voidText.restored });

export const issueLicenses = bodyMutation(calls.issueLicenses, { invalidates, success: null });

export const issueAddons = bodyMutation(calls.issueAddonLicenses, {
  invalidates: ['addon-license'],
  success: null,
});
