import * as z from 'zod';
import { dates, description, name, rn, timeOrNull } from '../../fields/common-fields.ts';
import { rns } from '../../fields/example-names.ts';
import { catalogueIdSchema, optionalLineSchema } from '../../fields/fields.ts';
import { resource, type Setting, shown, type TextOptions, text, written } from '../../fields/resource.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { consumePolicy, policySchema } from '../../policies/policy.ts';
import { type leaseTimeBounds, leaseTimeInput } from './lease-times.ts';

/** A product of the catalogue, which all accounts share. */
export const product = resource('Product', {
  rn: shown(rn, rns.product),
  name: name('Keyhold Studio'),
  description: description('Layout and colour'),
});
export const productSchema = product.schema;
export type Product = z.infer<typeof productSchema>;

function leaseTime(field: keyof typeof leaseTimeBounds, example: number) {
  return written(z.number().int(), leaseTimeInput(field), { example, set: ['update'] });
}

/** The names of the algorithm of lease tokens: that of RFC 9864, and the older one of RFC 8037. */
export const tokenAlgorithms = ['Ed25519', 'EdDSA'] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** Whether licenses of a product or an add-on can be issued; what was issued of a retired one goes on. */
export const catalogueStatuses = ['Active', 'Retired'] as const;

function catalogueStatus() {
  const input = z.enum(catalogueStatuses, 'status must be Active or Retired.').default('Active');
  return written(z.enum(catalogueStatuses), input, { example: 'Active', set: ['update'] });
}

/** A product of the catalogue with the times of its leases, as provider staff see it. */
export const timedProduct = resource('TimedProduct', {
  ...product.fields,
  /** How often a client should send a heartbeat. */
  'heartbeat-seconds': leaseTime('heartbeat-seconds', 30),
  /** How long a lease lasts without a heartbeat. */
  'lease-seconds': leaseTime('lease-seconds', 90),
  /** How much longer a seat stays reserved for a client that cannot reach the server. */
  'grace-seconds': leaseTime('grace-seconds', 0),
  /** The name of the algorithm in its lease tokens; key and signature are the same under both. */
  'token-alg': written(
    z.enum(tokenAlgorithms),
    z.enum(tokenAlgorithms, 'token-alg must be Ed25519 or EdDSA.').default('Ed25519'),
    { example: 'Ed25519', set: ['update'] },
  ),
  status: catalogueStatus(),
  /** Whether clients of a higher version than the license's are refused. */
  'enforce-version': written(
    z.boolean(),
    z.boolean({ error: 'enforce-version must be true or false.' }).default(false),
    { example: false, set: ['update'] },
  ),
  /** Whether the account that has a license of it may give licenses to tags and to everyone; left out, it stays. */
  shared: written(z.boolean(), z.boolean({ error: 'shared must be true or false.' }).optional(), {
    example: false,
    set: ['create', 'update'],
  }),
});
export const timedProductSchema = timedProduct.schema;
export type TimedProduct = z.infer<typeof timedProductSchema>;

/** An add-on of the catalogue, which all accounts share. */
export const addon = resource('Addon', {
  rn: shown(rn, rns.addon),
  name: name('Colour Server'),
  description: description('Colour management'),
  status: catalogueStatus(),
});
export const addonSchema = addon.schema;
export type Addon = z.infer<typeof addonSchema>;

function orderReference<const Set extends Setting = Setting>(options: Partial<TextOptions<Set>> = {}) {
  return text<ReturnType<typeof optionalLineSchema>, Set>(optionalLineSchema('The order reference', 60), {
    example: 'PO-2026-1187',
    searched: true,
    sorted: true,
    listed: 'exported',
    ...options,
  });
}

/** How a license was sold. Maintenance is shown only for `Perpetual` licenses. */
export const licenseTypes = ['Perpetual', 'Subscription', 'Trial'] as const;
/** Whether a license can be used. `Expired` is not stored: it follows from the clock. */
export const licenseStatuses = ['Active', 'Suspended', 'Expired'] as const;
/** The status that a body gives a license. */
export const licenseStatusInput = z.enum(['Active', 'Suspended'], 'status must be Active or Suspended.');
/** The statuses that a list of licenses shows: whether a license is in use, or why nobody can use it. */
export const shownLicenseStatuses = ['Available', 'In use', 'Suspended', 'Expired'] as const;
/** The words that a list of licenses shows: statuses and types. */
export const licenseWords = [...shownLicenseStatuses, ...licenseTypes] as const;

/** When a license ends: never, on a date, or a number of days after its first activation. */
export const expirySchema = z
  .object({
    perpetual: z.boolean(),
    date: timeOrNull,
    period: z.number().int().nullable(),
  })
  .meta({ id: 'Expiry' });
export type Expiry = z.infer<typeof expirySchema>;

/** The terms of an issued license: its product, type and expiry. */
export const certificateSchema = z
  .object({
    product: rn,
    type: z.enum(licenseTypes),
    version: z.string(),
    expiry: expirySchema,
    'maintenance-start': timeOrNull,
    'maintenance-end': timeOrNull,
    /** The days that the license goes on after its end. */
    'grace-days': z.number().int(),
  })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof certificateSchema>;

/** The holder of a license and their device; only `activation-date` and the statuses are set while it is available. */
export const licenseStateSchema = z
  .object({
    user: rn.nullable(),
    'activation-date': timeOrNull,
    'client-name': z.string().nullable(),
    'client-version': z.string().nullable(),
    'device-id': z.string().nullable(),
    'device-ip': z.string().nullable(),
    'device-locale': z.string().nullable(),
    'device-name': z.string().nullable(),
    'device-os': z.string().nullable(),
    'device-user': z.string().nullable(),
    'maintenance-status': z.string().nullable(),
    /** The end of an offline use, which cannot be recalled; null while the license is used online. */
    'offline-until': timeOrNull,
    'stream-id': z.string().nullable(),
    'subscription-status': z.string().nullable(),
  })
  .meta({ id: 'LicenseState' });
export type LicenseState = z.infer<typeof licenseStateSchema>;

/** A license: its terms, its holder, who may consume it, and its add-ons. */
export const license = resource('License', {
  rn: shown(rn, rns.license),
  description: description('Workstation by the window', { sorted: 'by beginning', listed: 'always' }),
  'order-reference': orderReference(),
  status: shown(z.enum(licenseStatuses), 'Active'),
  ...dates,
  certificate: shown(certificateSchema, {
    product: rns.product,
    type: 'Perpetual',
    version: '26.1',
    expiry: { perpetual: true, date: null, period: null },
    'maintenance-start': '2026-01-05T10:00:00.000Z',
    'maintenance-end': '2027-01-05T23:59:59.999Z',
    'grace-days': 0,
  }),
  state: shown(licenseStateSchema, {
    user: rns.ada,
    'activation-date': '2026-01-06T07:45:00.000Z',
    'client-name': 'Keyhold Studio',
    'client-version': '26.1.3',
    'device-id': 'a8d1c5',
    'device-ip': '192.0.2.17',
    'device-locale': 'en-GB',
    'device-name': 'PRE-04',
    'device-os': 'Windows 11',
    'device-user': 'ada',
    'maintenance-status': 'Active',
    'offline-until': null,
    'stream-id': 'b1c2d3',
    'subscription-status': null,
  }),
  policies: shown(z.array(policySchema), [consumePolicy({ kind: 'Tags', tags: [rns.prepress] })]),
  addons: shown(z.array(rn), [rns.addonLicense]),
  pool: shown(rn.nullable().meta({ description: 'The pool that decides who may consume it, or null.' }), null),
  overdraft: shown(
    z.boolean().meta({ description: 'Whether it is a seat beyond what was bought, for a time.' }),
    false,
  ),
});
export const licenseSchema = license.schema;
export type License = z.infer<typeof licenseSchema>;

/** A license of an add-on; `license` is the rn of the license it is assigned to. */
export const addonLicense = resource('AddonLicense', {
  rn: shown(rn, rns.addonLicense),
  certificate: shown(z.object({ type: z.enum(licenseTypes), addon: rn }), { type: 'Subscription', addon: rns.addon }),
  license: shown(rn.nullable(), rns.license),
  'order-reference': orderReference(),
  ...dates,
});
export const addonLicenseSchema = addonLicense.schema;
export type AddonLicense = z.infer<typeof addonLicenseSchema>;

/** How the browser redirects to an application: to a port of the device itself. */
export const redirects = ['loopback'] as const;
/**
 * A program of a product, which signs users in by the browser. Its `id` is the `client_id`; `keyhold` is the command,
 * without a product.
 */
export const application = resource('Application', {
  rn: shown(rn, rns.application),
  id: written(z.string(), catalogueIdSchema, { example: 'studio-desktop', set: ['create'] }),
  name: name('Keyhold Studio for the desktop'),
  product: written(rn.nullable(), rnSchema.meta({ description: 'The rn of the product that it belongs to.' }), {
    example: rns.product,
  }),
  redirect: written(z.enum(redirects), z.enum(redirects, "redirect must be 'loopback'.").default('loopback'), {
    example: 'loopback',
  }),
  ...dates,
});
export const applicationSchema = application.schema;
export type Application = z.infer<typeof applicationSchema>;
