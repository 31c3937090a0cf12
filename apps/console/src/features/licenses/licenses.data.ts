import { calls, type License, resourceIdOf, type resources, type TextOf } from '@keyhold/contract';
import { unlessFailed } from '#api/bulk.ts';
import { bodyMutation, recordMutation } from '#api/call-mutations.ts';
import { productQuery } from '#api/catalogue.ts';
import { type Change, mutation, paramsOf, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct, licenseQuery } from '#api/licenses.ts';
import { currentOf } from '#api/record-query.ts';
import { addonsText } from '#text/addons.ts';
import { bulkText } from '#text/bulk.ts';
import { leaseTimesText } from '#text/lease-times.ts';
import { consumersText, licensesText } from '#text/licenses.ts';
import { type Choice, consumersOfChoice, withConsumers } from './consumer-choice.ts';
import type { LeaseTimes } from './lease-times.ts';

const invalidates = ['license'];

export const currentLicense = currentOf(licenseQuery);

/** A license as a change returns it, with its product and add-ons, which it does not change. */
function withKnown(license: License, { certificate, addons, names }: LicenseWithProduct): LicenseWithProduct {
  return { ...license, certificate: { ...license.certificate, product: certificate.product }, addons, names };
}

/** What follows from every update of a license. */
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

/** Replaces who may consume a license; policies of other names stay as they are. Then the license is released. */
export const setConsumers = mutation({
  send: async ({ base, intent }: Change<LicenseWithProduct, { choice: Choice }>, headers) => {
    const consumers = consumersOfChoice(intent.choice);
    if (!consumers) throw new Error(consumersText.noUsers);
    const body = { policies: withConsumers(base.policies, consumers) };
    const params = paramsOf(base);
    const { item, etag } = await versionOf(client.sendForReply(calls.setLicensePolicies, { params, body, headers }));
    // The specification: a failure of the release is ignored.
    await client.send(calls.unassignLicense, { params, body: {} }).catch(() => undefined);
    return { item: withKnown(item, base), etag };
  },
  updates: ({ base }) => licenseQuery(keyOf(base)).queryKey,
  invalidates,
  success: licensesText.updated,
});

/** Logs off who the person saw holding the license, and nobody else who took it meanwhile. */
export const releaseLicense = mutation({
  send: ({ base }: Change<LicenseWithProduct, 'release'>) =>
    client.send(calls.unassignLicense, { params: paramsOf(base), body: { holder: base.state.user } }),
  invalidates,
  success: licensesText.released,
});

export const releaseMany = bodyMutation(calls.releaseLicenses, {
  invalidates,
  success: unlessFailed(bulkText.licensesReleased),
});

export const unassignAddon = mutation({
  send: ({ base, intent: addon }: Change<LicenseWithProduct, AddonLicenseWithAddon>, headers) => {
    const params = { ...paramsOf(base), addonId: resourceIdOf(addon.rn) };
    return client.send(calls.removeLicenseAddon, { params, headers });
  },
  invalidates: ['addon-license'],
  success: addonsText.unassigned,
});

export const issueLicenses = bodyMutation(calls.issueLicenses, { invalidates, success: null });

export const issueAddons = bodyMutation(calls.issueAddonLicenses, {
  invalidates: ['addon-license'],
  success: null,
});

/** Sets the times of a product's leases; its name and description stay as they were seen. */
export const setLeaseTimes = recordMutation(calls.updateProduct, {
  query: productQuery,
  body: (times: LeaseTimes, { name, description = '' }) => ({ name, description, ...times }),
  success: leaseTimesText.saved,
});
