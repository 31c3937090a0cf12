import type { Reply } from '@keyhold/client';
import {
  type AddonLicense,
  type BodyInputOf,
  calls,
  type License,
  resourceIdOf,
  type resources,
  type TextOf,
  type TimedProduct,
} from '@keyhold/contract';
import { type BulkSelection, unlessFailed } from '#api/bulk.ts';
import { productQuery } from '#api/catalogue.ts';
import { type Change, mutation, paramsOf, type Version, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct, licenseQuery } from '#api/licenses.ts';
import { fetchFresh } from '#api/query-client.ts';
import { addonsText } from '#text/addons.ts';
import { bulkText } from '#text/bulk.ts';
import { leaseTimesText } from '#text/lease-times.ts';
import { consumersText, licensesText } from '#text/licenses.ts';
import { type Choice, consumersOfChoice, withConsumers } from './consumer-choice.ts';
import type { LeaseTimes } from './lease-times.ts';

/** What follows from every update of a license. */
const update = {
  updates: ({ base }: { base: LicenseWithProduct }) => licenseQuery(keyOf(base)).queryKey,
  invalidates: ['license'],
  success: licensesText.updated,
};

export function currentLicense(license: { rn: string }): Promise<Version<LicenseWithProduct>> {
  return fetchFresh(licenseQuery(keyOf(license)));
}

/** A license as a change returns it, with its product and add-ons, which it does not change. */
async function saved(base: LicenseWithProduct, reply: Promise<Reply<{ item: License }>>) {
  const { item, etag } = await versionOf(reply);
  const certificate = { ...item.certificate, product: base.certificate.product };
  return { item: { ...item, certificate, addons: base.addons, names: base.names }, etag };
}

export const describeLicense = mutation({
  send: ({ base, intent }: Change<LicenseWithProduct, Pick<License, TextOf<typeof resources.license>>>, headers) => {
    const body = { ...intent, certificate: { ...base.certificate, product: base.certificate.product.rn } };
    return saved(base, client.sendForReply(calls.updateLicense, { params: paramsOf(base), body, headers }));
  },
  ...update,
});

type LicenseStatus = BodyInputOf<typeof calls.updateLicenseStatus>['status'];

export const setLicenseStatus = mutation({
  send: ({ base, intent: status }: Change<LicenseWithProduct, LicenseStatus>, headers) =>
    saved(base, client.sendForReply(calls.updateLicenseStatus, { params: paramsOf(base), body: { status }, headers })),
  ...update,
});

type Terms = BodyInputOf<typeof calls.updateLicenseTerms>;

export const setTerms = mutation({
  send: ({ base, intent: body }: Change<LicenseWithProduct, Terms>, headers) =>
    saved(base, client.sendForReply(calls.updateLicenseTerms, { params: paramsOf(base), body, headers })),
  ...update,
});

/** Replaces who may consume a license; policies of other names stay as they are. Then the license is released. */
export const setConsumers = mutation({
  send: async ({ base, intent }: Change<LicenseWithProduct, { choice: Choice }>, headers) => {
    const consumers = consumersOfChoice(intent.choice);
    if (!consumers) throw new Error(consumersText.noUsers);
    const body = { policies: withConsumers(base.policies, consumers) };
    const params = paramsOf(base);
    const license = await saved(base, client.sendForReply(calls.setLicensePolicies, { params, body, headers }));
    // The specification: a failure of the release is ignored.
    await client.send(calls.unassignLicense, { params, body: {} }).catch(() => undefined);
    return license;
  },
  ...update,
});

/** Logs off who the person saw holding the license, and nobody else who took it meanwhile. */
export const releaseLicense = mutation({
  send: ({ base }: Change<LicenseWithProduct, 'release'>) =>
    client.send(calls.unassignLicense, { params: paramsOf(base), body: { holder: base.state.user } }),
  invalidates: ['license'],
  success: licensesText.released,
});

export const releaseMany = mutation({
  send: (body: BulkSelection) => client.send(calls.releaseLicenses, { body }),
  invalidates: ['license'],
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

export const issueLicenses = mutation({
  send: async (body: BodyInputOf<typeof calls.issueLicenses>, headers): Promise<License[]> =>
    (await client.send(calls.issueLicenses, { body, headers })).items,
  once: true,
  invalidates: ['license'],
  success: null,
});

export const issueAddons = mutation({
  send: async (body: BodyInputOf<typeof calls.issueAddonLicenses>, headers): Promise<AddonLicense[]> =>
    (await client.send(calls.issueAddonLicenses, { body, headers })).items,
  once: true,
  invalidates: ['addon-license'],
  success: null,
});

/** Sets the times of a product's leases; its name and description stay as they were seen. */
export const setLeaseTimes = mutation({
  send: ({ base, intent }: Change<TimedProduct, LeaseTimes>, headers) => {
    const { name, description = '' } = base;
    const body = { name, description, ...intent };
    return versionOf(client.sendForReply(calls.updateProduct, { params: paramsOf(base), body, headers }));
  },
  updates: ({ base }) => productQuery(keyOf(base)).queryKey,
  invalidates: ['product'],
  success: leaseTimesText.saved,
});
