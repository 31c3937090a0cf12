import * as z from 'zod';
import { timeSchema } from './fields.ts';
import { policySchema } from './policy.ts';

const rn = z.string().meta({ format: 'rn' });
const time = timeSchema;
const timeOrNull = timeSchema.nullable();

/** An account is `Pending` until its owner has activated; nobody of an `Inactive` one can sign in. */
export const accountStatuses = ['Pending', 'Active', 'Inactive'] as const;
/** A customer's account, or the provider's own; `owner` is the rn of a user in it. */
export const accountSchema = z
  .object({
    rn,
    name: z.string(),
    description: z.string(),
    status: z.enum(accountStatuses),
    owner: rn.nullable(),
    'created-on': time,
    'updated-on': time,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

/** A user is `Pending` until they have set a password; an `Inactive` one cannot sign in. */
/** The languages of mails and pages. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** What a user has chosen for themselves; without a language the browser's counts, and mails are English. */
export const preferencesSchema = z.object({ language: z.enum(languages).nullable() }).meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferencesSchema>;

export const userStatuses = ['Pending', 'Active', 'Inactive'] as const;
/** `roles` and `tags` are rns; a reply asked with `resolve=all` maps them in `resources`. */
export const userSchema = z
  .object({
    rn,
    email: z.string(),
    'first-name': z.string(),
    'last-name': z.string(),
    title: z.string(),
    description: z.string(),
    status: z.enum(userStatuses),
    'last-login': timeOrNull,
    'last-password-change': timeOrNull,
    'created-on': time,
    'updated-on': time,
    roles: z.array(rn),
    tags: z.array(rn),
    policies: z.array(policySchema),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

/** A role of an account. Its users may do what its policies allow. */
export const roleSchema = z
  .object({
    rn,
    name: z.string(),
    description: z.string(),
    policies: z.array(policySchema),
    'created-on': time,
    'updated-on': time,
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

/** A tag of an account, which users carry and consume policies ask for. */
export const tagSchema = z
  .object({
    rn,
    name: z.string(),
    description: z.string(),
    'created-on': time,
    'updated-on': time,
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tagSchema>;

/** A product of the catalogue, which all accounts share. */
export const productSchema = z
  .object({ rn, name: z.string(), description: z.string().optional() })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof productSchema>;

/** An add-on of the catalogue, which all accounts share. */
export const addonSchema = z.object({ rn, name: z.string(), description: z.string() }).meta({ id: 'Addon' });
export type Addon = z.infer<typeof addonSchema>;

/** How a license was sold. Maintenance is shown of a `Perpetual` one only. */
export const licenseTypes = ['Perpetual', 'Subscription', 'Trial'] as const;
/** Whether a license can be used. `Expired` is not stored: it follows from the clock. */
export const licenseStatuses = ['Active', 'Suspended', 'Expired'] as const;

/** When a license ends: never, on a date, or a number of days after its first activation. */
export const expirySchema = z
  .object({
    perpetual: z.boolean(),
    date: timeOrNull,
    period: z.number().int().nullable(),
  })
  .meta({ id: 'Expiry' });
export type Expiry = z.infer<typeof expirySchema>;

/** What was issued: of which product, of what kind, and until when. */
export const certificateSchema = z
  .object({
    product: rn,
    type: z.enum(licenseTypes),
    version: z.string(),
    expiry: expirySchema,
    'maintenance-start': timeOrNull,
    'maintenance-end': timeOrNull,
  })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof certificateSchema>;

/** Who holds a license, and where; all but `activation-date` and the two statuses are null while it is available. */
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
    'stream-id': z.string().nullable(),
    'subscription-status': z.string().nullable(),
  })
  .meta({ id: 'LicenseState' });
export type LicenseState = z.infer<typeof licenseStateSchema>;

/** A license: what was issued, who holds it, who may, and with which add-ons. */
export const licenseSchema = z
  .object({
    rn,
    description: z.string(),
    status: z.enum(licenseStatuses),
    'created-on': time,
    'updated-on': time,
    certificate: certificateSchema,
    state: licenseStateSchema,
    policies: z.array(policySchema),
    addons: z.array(rn),
  })
  .meta({ id: 'License' });
export type License = z.infer<typeof licenseSchema>;

/** A license of an add-on; `license` is the rn of the one it is assigned to. */
export const addonLicenseSchema = z
  .object({
    rn,
    certificate: z.object({ type: z.enum(licenseTypes), addon: rn }),
    license: rn.nullable(),
    'created-on': time,
    'updated-on': time,
  })
  .meta({ id: 'AddonLicense' });
export type AddonLicense = z.infer<typeof addonLicenseSchema>;

/** A sign-in of a user; `current` marks the session of the request. */
export const sessionSchema = z
  .object({
    id: z.string(),
    'created-on': time,
    'last-used-on': time,
    address: z.string(),
    'user-agent': z.string(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

/** What decides whether an account uses tags, and which kinds of consumers its licenses are offered (specification, section 1). */
export const licensingStrategies = ['Shared', 'User-based'] as const;
export type LicensingStrategy = (typeof licensingStrategies)[number];

/** A seat that an application holds for a while. Both durations are milliseconds from the moment the call was sent. */
export const leaseSchema = z
  .object({
    id: z.string(),
    epoch: z.number().int(),
    license: rn,
    'expires-in-ms': z.number().int(),
    'next-heartbeat-ms': z.number().int(),
    token: z.string(),
  })
  .meta({ id: 'Lease' });
export type Lease = z.infer<typeof leaseSchema>;

/** What the console asks the server for at start (decisions, section 2). */
export const consoleConfigSchema = z
  .object({
    'product-title': z.string(),
    'provider-account-id': z.string(),
    'provider-email-domain': z.string(),
    'shared-product-id': z.string(),
    version: z.string(),
  })
  .meta({ id: 'ConsoleConfig' });
export type ConsoleConfig = z.infer<typeof consoleConfigSchema>;

/** Anything a reply's `resources` may map an rn to. */
export const resourceSchema = z.union([
  licenseSchema,
  addonLicenseSchema,
  userSchema,
  roleSchema,
  tagSchema,
  addonSchema,
  productSchema,
]);
export type Resource = z.infer<typeof resourceSchema>;

/** The user inside a token's `cloud-user`: its roles come with their policies, so that a console can derive its flags. */
export const cloudUserSchema = userSchema.extend({
  roles: z.array(z.object({ rn, name: z.string(), policies: z.array(policySchema) })),
});
export type CloudUser = z.infer<typeof cloudUserSchema>;
