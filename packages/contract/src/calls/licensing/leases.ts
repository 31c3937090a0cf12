import * as z from 'zod';
import { action, call, idParams, itemOf, itemsOf, pageQuery, resourcesOf } from '../../call.ts';
import { anyId, anyRn, boundedText, limitedText } from '../../fields/bounds.ts';
import {
  forbiddenInLine,
  forbiddenInText,
  queryNumberSchema,
  timeInputSchema,
  timeLimit,
} from '../../fields/fields.ts';
import { productReferenceSchema, rnSchema } from '../../fields/rn-schema.ts';
import { explanationSchema } from '../../resources/licensing/explanation.ts';
import { leaseSchema } from '../../resources/licensing/lease.ts';
import { licenseSchema, productSchema } from '../../resources/licensing/license-resources.ts';
import { placeSchema } from '../../resources/licensing/waiting.ts';

const signedIn = { kind: 'signed-in', applications: 'own', serviceAccounts: true } as const;
/** As {@link signedIn}, but also for the bearer of the lease's own newest token. */
const signedInOrHolder = { ...signedIn, leaseToken: true } as const;

function label(name: string, limit: number) {
  return limitedText(limit, `${name} has at most ${limit} characters.`, `${name} must be a text.`)
    .min(1, `${name} must not be empty.`)
    .refine((text) => !forbiddenInLine.test(text), `${name} must not contain control characters.`);
}

const wholeNumber = (name: string) =>
  z
    .number({ error: `${name} must be a whole number.` })
    .int(`${name} must be a whole number.`)
    .min(0, `${name} must not be negative.`);

/** A whole number in a query; a missing or non-numeric value gets the same message. */
function queryNumber(name: string, least: number, most: number) {
  const range = most < Number.MAX_SAFE_INTEGER ? ` from ${least} to ${most}` : '';
  const message = `${name} must be a whole number${range}.`;
  return queryNumberSchema(least, most, message);
}

const maxSecondsMessage = 'max-seconds must be a whole number from 60 to 86400.';
/** The longest time without input that a heartbeat reports, in milliseconds: a year. */
const idleLimit = 31_536_000_000;

const nonce = label('nonce', 200).optional();
const epoch = wholeNumber('epoch');
const idle = wholeNumber('idle-ms').max(idleLimit, `idle-ms must be at most ${idleLimit}.`).meta({
  description: 'How long the user has not touched the application, in milliseconds.',
});
const leaseOutput = z.object({ lease: leaseSchema });

export const consumeLicense = call('consumeLicense', 'leases', 'POST /license/v1/leases', {
  summary: 'Consume a license: take a seat, or resume one’s own',
  access: signedIn,
  status: 201,
  body: z.strictObject({
    product: productReferenceSchema,
    license: rnSchema.optional(),
    client: z.strictObject({
      name: label('client.name', 200),
      version: label('client.version', 100),
      'released-on': timeInputSchema.optional(),
    }),
    device: z.strictObject({
      id: label('device.id', 200),
      name: label('device.name', 200),
      os: label('device.os', 200),
      user: label('device.user', 200),
      locale: label('device.locale', 100),
    }),
    'stream-id': label('stream-id', 200),
    nonce,
    'max-seconds': z
      .number(maxSecondsMessage)
      .int(maxSecondsMessage)
      .min(60, maxSecondsMessage)
      .max(86_400, maxSecondsMessage)
      .optional()
      .meta({
        description: 'The lease ends by itself after this time, counted from the start of the run.',
      }),
    wait: z
      .boolean('wait must be true or false.')
      .optional()
      .meta({ description: 'Wait in line where no seat is free: the reply is 202 with the place.' }),
    waiting: anyId().optional().meta({ description: 'The id of the own place: takes the seat that is offered to it.' }),
    'take-over': z
      .boolean('take-over must be true or false.')
      .optional()
      .meta({ description: 'Take the own seat of another device, which saves first.' }),
  }),
  output: z.object({ lease: leaseSchema.optional(), waiting: placeSchema.optional() }),
});

export const heartbeatLease = call('heartbeatLease', 'leases', 'POST /license/v1/leases/{id}/heartbeat', {
  summary: 'Keep a lease alive',
  access: signedIn,
  params: idParams,
  body: z.strictObject({ epoch, seq: wholeNumber('seq'), nonce, 'idle-ms': idle.optional() }),
  output: leaseOutput,
});

export const checkInLease = call('checkInLease', 'leases', 'DELETE /license/v1/leases/{id}', {
  summary: 'Return a seat; succeeds also if the lease no longer exists',
  access: signedInOrHolder,
  params: idParams,
  query: z.object({ epoch: queryNumber('epoch', 0, Number.MAX_SAFE_INTEGER) }),
});

export const acknowledgeRelease = call('acknowledgeRelease', 'leases', 'POST /license/v1/leases/{id}/ack', {
  summary: 'Acknowledge a release: the application has logged its user off',
  access: signedInOrHolder,
  params: idParams,
  body: z.strictObject({ epoch }),
});

export const leaseEvents = call('leaseEvents', 'leases', 'GET /license/v1/leases/{id}/events', {
  summary: 'The state of a lease and its changes, as server-sent events',
  access: signedIn,
  params: idParams,
  answers: 'events',
});

export const waitForLease = call('waitForLease', 'leases', 'GET /license/v1/leases/{id}/wait', {
  summary: 'The same events by long polling: returns at the first event, or after a while without one',
  access: signedIn,
  params: idParams,
  query: z.object({
    epoch: queryNumber('epoch', 0, Number.MAX_SAFE_INTEGER),
    timeout: queryNumber('timeout', 1, 60).default(25),
    ending: limitedText(timeLimit).optional().meta({
      description: 'The `id` of the last `ending` that the caller received: it is returned once a day.',
    }),
  }),
  output: z.object({
    items: z.array(z.object({ event: z.string(), id: z.string().nullable(), data: z.record(z.string(), z.unknown()) })),
  }),
});

export const takeLeaseOffline = call('takeLeaseOffline', 'leases', 'POST /license/v1/leases/{id}/offline', {
  summary: 'Check a seat out for offline use for some days; it cannot be released before',
  access: signedIn,
  params: idParams,
  body: z.strictObject({
    epoch,
    days: wholeNumber('days').min(1, 'days must be from 1 to 30.').max(30, 'days must be from 1 to 30.'),
    nonce,
  }),
  output: leaseOutput,
});

export const returnOfflineLease = call('returnOfflineLease', 'leases', 'POST /license/v1/leases/{id}/return', {
  summary: 'Return a checked-out seat early',
  access: signedInOrHolder,
  params: idParams,
  body: z.strictObject({ epoch }),
});

/** The maximum length of a message to the holder of a license, in characters. */
export const messageLimit = 1000;
const messageTooLong = `message has at most ${messageLimit} characters.`;

export const sendLicenseMessage = call('sendLicenseMessage', 'leases', 'POST /license/v1/licenses/{id}/message', {
  summary: 'Send a message to the current holder of a license',
  access: action('license:UnassignLicense'),
  params: idParams,
  body: z.strictObject({
    message: boundedText(
      messageLimit,
      messageTooLong,
      'message is missing: say what to show to the user of the license.',
    )
      .trim()
      .min(1, 'message must not be empty.')
      .max(messageLimit, messageTooLong)
      .refine((text) => !forbiddenInText.test(text), 'message must not contain control characters.'),
  }),
});

export const acknowledgeMessage = call(
  'acknowledgeMessage',
  'leases',
  'POST /license/v1/leases/{id}/messages/{mid}/ack',
  {
    summary: 'Acknowledge a message: the application has shown it; succeeds also if it no longer exists',
    access: signedIn,
    params: idParams.extend({ mid: anyId() }),
  },
);

export const getRootKey = call('getRootKey', 'leases', 'GET /license/v1/root-key', {
  summary: 'The public root key that applications embed, to verify offline leases',
  access: { kind: 'public' },
  output: itemOf(z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string(), alg: z.string() })),
});

export const explainLicense = call('explainLicense', 'leases', 'GET /license/v1/explain', {
  summary: 'Why a user may or may not consume a license, and what would change that',
  access: signedIn,
  query: z.object({ user: anyRn().optional(), license: anyRn().optional(), product: anyRn().optional() }),
  output: itemOf(explanationSchema),
});

export const listConsumableLicenses = call('listConsumableLicenses', 'leases', 'GET /license/v1/licenses/consumable', {
  summary: 'The licenses that the caller may consume',
  access: signedIn,
  query: pageQuery.extend({ product: anyRn().optional() }),
  output: itemsOf(licenseSchema.extend({ available: z.boolean(), 'held-by-me': z.boolean() })).extend({
    resources: resourcesOf(productSchema),
  }),
});
