import * as z from 'zod';
import { ids, rns } from './example-names.ts';
import {
  catalogueIdSchema,
  descriptionSchema,
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  nameSchema,
  optionalLineSchema,
  timeSchema,
} from './fields.ts';
import { type leaseTimeBounds, leaseTimeInput } from './lease-times.ts';
import { consumePolicy, ownPolicySchema, policySchema } from './policy.ts';
import { resource, type Setting, shown, type TextOf, type TextOptions, text, written } from './resource.ts';
import { rnSchema } from './rn.ts';
import { addressRangesSchema, ownPoliciesSchema, ownRolesSchema, tokenEndSchema } from './service-accounts.ts';
import { webhookEvents, webhookEventsSchema, webhookUrlSchema } from './webhooks.ts';

const rn = z.string().meta({ format: 'rn' });
const time = timeSchema;
const timeOrNull = timeSchema.nullable();
/** Read only, and there only where it is true. */
const managed = shown(
  z
    .literal(true)
    .optional()
    .meta({ description: 'A directory manages it: it is read only here. Left out where none does.' }),
  undefined,
);
const externalId = shown(
  z.string().optional().meta({ description: 'How the directory calls it. Left out where none has told.' }),
  undefined,
);
const dates = {
  'created-on': shown(time, '2026-01-05T10:00:00.000Z'),
  'updated-on': shown(time, '2026-02-11T08:30:00.000Z'),
} as const;

function name<const Set extends Setting = Setting>(example: string, options: Partial<TextOptions<Set>> = {}) {
  return text<typeof nameSchema, Set>(nameSchema, { example, searched: true, sorted: true, ...options });
}

function description<const Set extends Setting = Setting>(example: string, options: Partial<TextOptions<Set>> = {}) {
  return text<typeof descriptionSchema, Set>(descriptionSchema, {
    example,
    multiline: true,
    searched: true,
    ...options,
  });
}

/** An account is `Pending` until its owner has activated; nobody of an `Inactive` one can sign in. */
export const accountStatuses = ['Pending', 'Active', 'Inactive'] as const;
/** A customer's account, or the provider's own; `owner` is the rn of a user in it. */
const account = resource('Account', {
  rn: shown(rn, rns.account),
  name: name('Acme Print'),
  'customer-number': text(optionalLineSchema('The customer number', 40), {
    example: 'C-20417',
    searched: true,
    sorted: true,
    listed: 'exported',
  }),
  description: description('Packaging and large formats', { listed: 'always' }),
  status: shown(z.enum(accountStatuses), 'Active'),
  owner: shown(rn.nullable(), rns.ada),
  ...dates,
});
export const accountSchema = account.schema;
export type Account = z.infer<typeof accountSchema>;

/** A user is `Pending` until they have set a password; an `Inactive` one cannot sign in. */
export const userStatuses = ['Pending', 'Active', 'Inactive'] as const;
/** `roles` and `tags` are rns; a reply asked with `resolve=all` maps them in `resources`. */
const user = resource('User', {
  rn: shown(rn, rns.ada),
  email: text(emailSchema, { example: 'ada@acme.example', searched: true }),
  'first-name': text(firstNameSchema, { example: 'Ada', searched: true }),
  'last-name': text(lastNameSchema, { example: 'Byron', searched: true }),
  title: text(optionalLineSchema('The title'), { example: 'Dr.', searched: true }),
  description: description(''),
  status: shown(z.enum(userStatuses), 'Active'),
  'last-login': shown(timeOrNull, '2026-02-11T08:29:12.000Z'),
  'last-password-change': shown(timeOrNull, '2026-01-05T10:12:00.000Z'),
  ...dates,
  roles: shown(z.array(rn), [rns.administrator]),
  tags: shown(z.array(rn), [rns.prepress]),
  policies: shown(z.array(policySchema), []),
  managed,
  'external-id': externalId,
});
export const userSchema = user.schema;
export type User = z.infer<typeof userSchema>;

/** A role of an account. Its users may do what its policies allow. */
const role = resource('Role', {
  rn: shown(rn, rns.administrator),
  name: name('Administrator', { set: [] }),
  description: description('Manages users, tags and licenses of the account.', { set: [], listed: 'always' }),
  policies: shown(z.array(policySchema), [
    {
      name: 'Administrator',
      statements: [{ actions: ['iam:*'], effect: 'Allow', principals: [], conditions: [], resources: [] }],
    },
  ]),
  ...dates,
});
export const roleSchema = role.schema;
export type Role = z.infer<typeof roleSchema>;

/** A tag of an account, which users carry and consume policies ask for. */
const tag = resource('Tag', {
  rn: shown(rn, rns.prepress),
  name: name('Prepress'),
  description: description('', { listed: 'always' }),
  ...dates,
  managed,
  'external-id': externalId,
});
export const tagSchema = tag.schema;
export type Tag = z.infer<typeof tagSchema>;

/** A product of the catalogue, which all accounts share. */
const product = resource('Product', {
  rn: shown(rn, rns.product),
  name: name('Keyhold Studio'),
  description: description('Layout and colour'),
});
export const productSchema = product.schema;
export type Product = z.infer<typeof productSchema>;

function leaseTime(field: keyof typeof leaseTimeBounds, example: number) {
  return written(z.number().int(), leaseTimeInput(field), { example, set: ['update'] });
}

/** A product of the catalogue with the times of its leases, as provider staff see it. */
const timedProduct = resource('TimedProduct', {
  ...product.fields,
  /** How often a client is asked to say that it lives. */
  'heartbeat-seconds': leaseTime('heartbeat-seconds', 30),
  /** How long a lease lasts without a heartbeat. */
  'lease-seconds': leaseTime('lease-seconds', 90),
  /** How much longer a seat stays reserved for a client that cannot reach the server. */
  'grace-seconds': leaseTime('grace-seconds', 0),
});
export const timedProductSchema = timedProduct.schema;
export type TimedProduct = z.infer<typeof timedProductSchema>;

/** An add-on of the catalogue, which all accounts share. */
const addon = resource('Addon', {
  rn: shown(rn, rns.addon),
  name: name('Colour Server', { set: ['create'] }),
  description: description('Colour management', { set: ['create'] }),
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
const license = resource('License', {
  rn: shown(rn, rns.license),
  description: description('Workstation by the window', { sorted: true, listed: 'always' }),
  'order-reference': orderReference(),
  status: shown(z.enum(licenseStatuses), 'Active'),
  ...dates,
  certificate: shown(certificateSchema, {
    product: rns.product,
    type: 'Perpetual',
    version: '26.1',
    expiry: { perpetual: true, date: null, period: null },
    'maintenance-start': '2026-01-05T10:00:00.000Z',
    'maintenance-end': '2027-01-05T10:00:00.000Z',
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
    'stream-id': 'b1c2d3',
    'subscription-status': null,
  }),
  policies: shown(z.array(policySchema), [consumePolicy({ kind: 'Tags', tags: [rns.prepress] })]),
  addons: shown(z.array(rn), [rns.addonLicense]),
});
export const licenseSchema = license.schema;
export type License = z.infer<typeof licenseSchema>;

/** A license of an add-on; `license` is the rn of the one it is assigned to. */
const addonLicense = resource('AddonLicense', {
  rn: shown(rn, rns.addonLicense),
  certificate: shown(z.object({ type: z.enum(licenseTypes), addon: rn }), { type: 'Subscription', addon: rns.addon }),
  license: shown(rn.nullable(), rns.license),
  'order-reference': orderReference(),
  ...dates,
});
export const addonLicenseSchema = addonLicense.schema;
export type AddonLicense = z.infer<typeof addonLicenseSchema>;

/** A principal without a password: programs act as it by its tokens. `roles` are rns, as a user's. */
const serviceAccount = resource('ServiceAccount', {
  rn: shown(rn, rns.serviceAccount),
  name: name('Nightly export'),
  description: description('Copies licenses to the data warehouse', { listed: 'always' }),
  roles: written(z.array(rn), ownRolesSchema, { example: [rns.administrator] }),
  policies: written(z.array(ownPolicySchema), ownPoliciesSchema, { example: [] }),
  ...dates,
});
export const serviceAccountSchema = serviceAccount.schema;
export type ServiceAccount = z.infer<typeof serviceAccountSchema>;

/** A token of a service account. `prefix` is how it begins; the whole is shown once, when it is made. */
const serviceAccountToken = resource('ServiceAccountToken', {
  id: shown(z.string(), ids.serviceAccountToken),
  name: name('Warehouse', { set: ['create'] }),
  prefix: shown(z.string(), 'kh_4fT9aZ'),
  'created-on': shown(time, '2026-01-05T10:00:00.000Z'),
  'expires-on': written(time, tokenEndSchema, { example: '2027-01-05T10:00:00.000Z', set: ['create'] }),
  'last-used-on': shown(timeOrNull, '2026-02-11T08:31:00.000Z'),
  addresses: written(
    z.array(z.string()).meta({ description: 'Where it is good: CIDRs; everywhere if there is none.' }),
    addressRangesSchema.default([]),
    { example: ['192.0.2.0/24'], set: ['create'] },
  ),
});
export const serviceAccountTokenSchema = serviceAccountToken.schema;
export type ServiceAccountToken = z.infer<typeof serviceAccountTokenSchema>;

/** How an application may be sent back from the browser: to a port of the device itself. */
export const redirects = ['loopback'] as const;
/** A program of a product, as which people sign in by the browser. Its `id` is the `client_id`; `keyhold` is the command, of no product. */
const application = resource('Application', {
  rn: shown(rn, rns.application),
  id: written(z.string(), catalogueIdSchema, { example: 'studio-desktop', set: ['create'] }),
  name: name('Keyhold Studio for the desktop'),
  product: written(rn.nullable(), rnSchema.meta({ description: 'The rn of the product that it is a program of.' }), {
    example: rns.product,
  }),
  redirect: written(z.enum(redirects), z.enum(redirects, "redirect must be 'loopback'.").default('loopback'), {
    example: 'loopback',
  }),
  ...dates,
});
export const applicationSchema = application.schema;
export type Application = z.infer<typeof applicationSchema>;

/** A sign-in of a user; `current` marks the session of the request. */
const session = resource('Session', {
  id: shown(z.string(), ids.session),
  'created-on': shown(time, '2026-02-11T08:29:12.000Z'),
  'last-used-on': shown(time, '2026-02-11T08:31:00.000Z'),
  address: shown(z.string(), '192.0.2.17'),
  'user-agent': shown(z.string(), 'Mozilla/5.0'),
  /** As what its user signed in by the browser; null of the console, and of whoever gave the password to a program. */
  application: shown(z.object({ id: z.string(), name: z.string() }).nullable(), null),
  device: shown(z.string().nullable().meta({ description: 'What the application calls its device.' }), null),
  current: shown(z.boolean(), true),
});
export const sessionSchema = session.schema;
export type Session = z.infer<typeof sessionSchema>;

/** An address that is notified of events. */
const webhook = resource('Webhook', {
  id: shown(z.string(), '0198c0de-0000-7000-8000-000000000070'),
  url: text(webhookUrlSchema, { example: 'https://hooks.acme.example/keyhold', searched: true, sorted: true }),
  description: description('License desk', { listed: 'always' }),
  events: written(z.array(z.enum(webhookEvents)), webhookEventsSchema, {
    example: ['license.denied', 'license.expiring'],
  }),
  'every-account': written(
    z.boolean().meta({ description: 'It is the provider’s, and hears of every account.' }),
    z.boolean({ error: 'every-account must be true or false.' }).default(false),
    { example: false, set: ['create'] },
  ),
  enabled: written(z.boolean(), z.boolean({ error: 'enabled must be true or false.' }).default(true), {
    example: true,
    set: ['update'],
  }),
  failures: shown(z.number().int().meta({ description: 'How many deliveries have failed in a row.' }), 0),
  ...dates,
});
export const webhookSchema = webhook.schema;
export type Webhook = z.infer<typeof webhookSchema>;

/** One row of the audit log. `actor` is the rn of who did it, or null when the service itself did. */
const auditRow = resource('AuditRow', {
  seq: shown(z.number().int(), 412),
  on: shown(time, '2026-02-11T08:30:00.000Z'),
  actor: shown(z.string().nullable(), rns.ada),
  'actor-name': shown(z.string(), 'Ada Byron'),
  account: shown(z.string(), ids.account),
  action: shown(z.string(), 'iam:UpdateTag'),
  resource: shown(z.string(), rns.prepress),
  before: shown(
    z
      .unknown()
      .meta({ description: 'The thing before, or what of it changed, with `names` of what it refers to, by rn.' }),
    { name: 'Pre-press' },
  ),
  after: shown(z.unknown().meta({ description: 'As `before`, afterwards.' }), { name: 'Prepress' }),
  address: shown(z.string().nullable(), '192.0.2.17'),
  'request-id': shown(z.string().nullable(), '5b2d1c1e-6f0a-4d55-9d0e-2a4b7c9e1f00'),
  hash: shown(z.string(), 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'),
});
export const auditRowSchema = auditRow.schema;
export type AuditRow = z.infer<typeof auditRowSchema>;

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

/** The resources of the product, each described once. */
export const resources = {
  account,
  user,
  role,
  tag,
  product,
  timedProduct,
  addon,
  license,
  addonLicense,
  webhook,
  serviceAccount,
  serviceAccountToken,
  application,
  session,
  auditRow,
};

/** The name of a text of any resource. */
export type AnyText = TextOf<(typeof resources)[keyof typeof resources]>;
