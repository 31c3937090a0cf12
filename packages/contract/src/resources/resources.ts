import * as z from 'zod';
import { dates, description, name, rn, timeOrNull } from '../fields/common-fields.ts';
import { ids, rns } from '../fields/example-names.ts';
import { emailSchema, firstNameSchema, lastNameSchema, optionalLineSchema, timeSchema } from '../fields/fields.ts';
import { resource, shown, type TextOf, text, written } from '../fields/resource.ts';
import { ownPolicySchema, policySchema } from '../policies/policy.ts';
import {
  addon,
  addonLicense,
  addonLicenseSchema,
  addonSchema,
  application,
  license,
  licenseSchema,
  product,
  productSchema,
  timedProduct,
} from './licensing/license-resources.ts';
import { pool } from './licensing/pools.ts';
import { addressRangesSchema, ownPoliciesSchema, ownRolesSchema, tokenEndSchema } from './service-accounts.ts';
import {
  deliveryFailures,
  deliveryStatuses,
  webhookEvents,
  webhookEventsSchema,
  webhookUrlSchema,
} from './webhooks.ts';

/** Read-only, and present only when it is true. */
const managed = shown(
  z.literal(true).optional().meta({ description: 'Managed by a directory, and read-only here. Absent otherwise.' }),
  undefined,
);
const externalId = shown(
  z.string().optional().meta({ description: 'The id that the directory assigned. Absent if there is none.' }),
  undefined,
);
/** An account is `Pending` until its owner has activated; users of an `Inactive` account cannot sign in. */
export const accountStatuses = ['Pending', 'Active', 'Inactive'] as const;
/** A customer's account, or the provider's own; `owner` is the rn of a user in it. */
export const customerNumberSchema = optionalLineSchema('The customer number', 40);

const account = resource('Account', {
  rn: shown(rn, rns.account),
  name: name('Acme Print'),
  'customer-number': text(customerNumberSchema, {
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

/** An invitation is `waiting` until the mail server accepts it, or is `refused` for good. */
export const mailStatuses = ['waiting', 'sent', 'refused'] as const;

/** A user is `Pending` until they have set a password; an `Inactive` one cannot sign in. */
export const userStatuses = ['Pending', 'Active', 'Inactive'] as const;
/** `roles` and `tags` are rns; with `resolve=all` a reply maps them in `resources`. */
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
  'email-confirmed-on': shown(
    timeSchema.nullable().meta({
      description:
        'When the present e-mail was confirmed: by a link that was mailed to it, by single sign-on, or by a directory of the account that proved its domain. Null until then.',
    }),
    '2026-01-05T10:12:00.000Z',
  ),
  mail: shown(
    z
      .object({
        status: z.enum(mailStatuses),
        on: timeSchema.meta({ description: 'When it was queued, sent or refused.' }),
        reason: z.string().nullable().meta({
          description: 'Why the last attempt failed, in the words of the mail server. Null if none did.',
        }),
      })
      .nullable()
      .meta({
        description:
          'The mail of the last invitation. It is refused when the mail server refuses it for good, or its link ends before it is sent. Null without an invitation.',
      }),
    { status: 'sent', on: '2026-01-05T10:00:01.000Z', reason: null },
  ),
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

/** A tag of an account, which users have and consume policies require. */
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

/** A principal without a password, for programs with its tokens. `roles` are rns, as for a user. */
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

/** A token of a service account. `prefix` is its beginning; the whole token is shown once, when it is created. */
const serviceAccountToken = resource('ServiceAccountToken', {
  id: shown(z.string(), ids.serviceAccountToken),
  name: name('Warehouse', { set: ['create'] }),
  prefix: shown(z.string(), 'kh_4fT9aZ'),
  'created-on': shown(timeSchema, '2026-01-05T10:00:00.000Z'),
  'expires-on': written(timeSchema, tokenEndSchema, { example: '2027-01-05T10:00:00.000Z', set: ['create'] }),
  'last-used-on': shown(timeOrNull, '2026-02-11T08:31:00.000Z'),
  addresses: written(
    z.array(z.string()).meta({ description: 'CIDRs from which the token is valid; empty for everywhere.' }),
    addressRangesSchema.default([]),
    { example: ['192.0.2.0/24'], set: ['create'] },
  ),
});
export const serviceAccountTokenSchema = serviceAccountToken.schema;
export type ServiceAccountToken = z.infer<typeof serviceAccountTokenSchema>;

/** A sign-in of a user; `current` marks the session of the request. */
const session = resource('Session', {
  id: shown(z.string(), ids.session),
  'created-on': shown(timeSchema, '2026-02-11T08:29:12.000Z'),
  'last-used-on': shown(timeSchema, '2026-02-11T08:31:00.000Z'),
  address: shown(z.string(), '192.0.2.17'),
  'user-agent': shown(z.string(), 'Mozilla/5.0'),
  /** The application that signed its user in by the browser; null for the console and for a sign-in by password. */
  application: shown(z.object({ id: z.string(), name: z.string() }).nullable(), null),
  device: shown(z.string().nullable().meta({ description: 'The device name that the application sent.' }), null),
  current: shown(z.boolean(), true),
});
export const sessionSchema = session.schema;
export type Session = z.infer<typeof sessionSchema>;

/** An address that is notified of events. */
const webhook = resource('Webhook', {
  id: shown(z.string(), '0198c0de-0000-7000-8000-000000000070'),
  url: text(webhookUrlSchema, {
    example: 'https://hooks.acme.example/keyhold',
    searched: true,
    sorted: 'by beginning',
  }),
  description: description('License desk', { listed: 'always' }),
  events: written(z.array(z.enum(webhookEvents)), webhookEventsSchema, {
    example: ['license.denied', 'license.expiring'],
  }),
  'every-account': written(
    z.boolean().meta({ description: 'A webhook of the provider, which receives events of every account.' }),
    z.boolean({ error: 'every-account must be true or false.' }).default(false),
    { example: false, set: ['create'] },
  ),
  enabled: written(z.boolean(), z.boolean({ error: 'enabled must be true or false.' }).default(true), {
    example: true,
    set: ['update'],
  }),
  failures: shown(z.number().int().meta({ description: 'Consecutive failed deliveries.' }), 0),
  ...dates,
});
export const webhookSchema = webhook.schema;
export type Webhook = z.infer<typeof webhookSchema>;

/** One event for one webhook, and its delivery. */
const webhookDelivery = resource('WebhookDelivery', {
  id: shown(
    z.string().meta({ description: 'The header `webhook-id`: the same at every attempt.' }),
    '0198c0de-0000-7000-8000-000000000071',
  ),
  type: shown(z.string(), 'license.denied'),
  body: shown(
    z.string(),
    JSON.stringify({
      type: 'license.denied',
      timestamp: '2026-02-10T09:01:30.000Z',
      data: { account: rns.account, user: rns.ada, product: rns.product, reason: 'no-seat', 'device-name': 'PRE-04' },
    }),
  ),
  status: shown(z.enum(deliveryStatuses), 'delivered'),
  attempts: shown(z.number().int(), 1),
  'response-status': shown(z.number().int().nullable(), 204),
  error: shown(z.string().nullable(), null),
  'created-on': shown(timeSchema, '2026-02-10T09:01:30.000Z'),
  'last-attempt-on': shown(timeOrNull, '2026-02-10T09:01:30.412Z'),
  'next-attempt-on': shown(timeOrNull, null),
  failure: shown(z.enum(deliveryFailures).nullable().meta({ description: 'The code of `error`.' }), null),
});
export const webhookDeliverySchema = webhookDelivery.schema;
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** One row of the audit log. `actor` is the rn of the principal, or null for the service itself. */
const auditRow = resource('AuditRow', {
  seq: shown(z.number().int(), 412),
  on: shown(timeSchema, '2026-02-11T08:30:00.000Z'),
  actor: shown(z.string().nullable(), rns.ada),
  'actor-name': shown(z.string(), 'Ada Byron'),
  account: shown(z.string(), ids.account),
  action: shown(z.string(), 'iam:UpdateTag'),
  resource: shown(z.string(), rns.prepress),
  before: shown(
    z.unknown().meta({
      description:
        'The record before the change, or its changed fields, with `names` of the records it refers to, by rn.',
    }),
    { name: 'Pre-press' },
  ),
  after: shown(z.unknown().meta({ description: 'Like `before`, after the change.' }), { name: 'Prepress' }),
  address: shown(z.string().nullable(), '192.0.2.17'),
  'request-id': shown(z.string().nullable(), '5b2d1c1e-6f0a-4d55-9d0e-2a4b7c9e1f00'),
  hash: shown(z.string(), 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'),
});
export const auditRowSchema = auditRow.schema;
export type AuditRow = z.infer<typeof auditRowSchema>;

/** Any resource that a reply's `resources` may map an rn to. */
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

/** The user in a token's `cloud-user`: the roles include their policies, from which a console derives its flags. */
export const cloudUserSchema = userSchema.omit({ mail: true }).extend({
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
  pool,
  webhook,
  webhookDelivery,
  serviceAccount,
  serviceAccountToken,
  application,
  session,
  auditRow,
};

/** The name of a text of any resource. */
export type AnyText = TextOf<(typeof resources)[keyof typeof resources]>;
