import * as z from 'zod';
import { action, call, idParams, itemOf, itemsOf, pageQuery, resourcesOf } from '../../call.ts';
import { anyRn, boundedText } from '../../fields/bounds.ts';
import { forbiddenInText, queryNumberSchema, wholeNumberSchema } from '../../fields/fields.ts';
import { waiterSchema } from '../../resources/licensing/waiting.ts';
import { serviceAccountSchema, userSchema } from '../../resources/resources.ts';

const signedIn = { kind: 'signed-in', applications: 'own', serviceAccounts: true } as const;

/** The maximum length of what a waiter says to the holders, in characters. */
export const askLimit = 200;
const askTooLong = `message has at most ${askLimit} characters.`;

const waitersOutput = itemsOf(waiterSchema).extend({
  resources: resourcesOf(z.union([userSchema, serviceAccountSchema])).meta({
    description: 'The waiters whom the caller may list, by their rn.',
  }),
});

export const listWaiting = call('listWaiting', 'leases', 'GET /license/v1/waiting', {
  summary: 'Who waits for a seat of a product; without license:ListLicenses only the own place',
  access: signedIn,
  query: pageQuery.extend({ product: anyRn() }),
  output: waitersOutput,
});

export const listPoolWaiting = call('listPoolWaiting', 'leases', 'GET /license/v1/pools/{id}/waiting', {
  summary: 'Who waits for a seat of a pool; without license:ListLicenses only the own place',
  access: signedIn,
  params: idParams,
  query: pageQuery,
  output: waitersOutput,
});

export const waitingEvents = call('waitingEvents', 'leases', 'GET /license/v1/waiting/{id}/events', {
  summary: 'The place in line and its changes, as server-sent events',
  access: signedIn,
  params: idParams,
  answers: 'events',
});

export const waitForSeat = call('waitForSeat', 'leases', 'GET /license/v1/waiting/{id}/wait', {
  summary: 'The same events by long polling: returns at the first change, or after a while without one',
  access: signedIn,
  params: idParams,
  query: z.object({
    timeout: queryNumberSchema(1, 60, 'timeout must be a whole number from 1 to 60.').default(25),
    place: queryNumberSchema(0, 1_000_000_000, 'place must be a whole number from 0 to 1000000000.')
      .optional()
      .meta({ description: 'The place that the caller knows; without it, the present one.' }),
  }),
  output: z.object({
    items: z.array(z.object({ event: z.string(), id: z.string().nullable(), data: z.record(z.string(), z.unknown()) })),
  }),
});

export const setWaitingClass = call('setWaitingClass', 'leases', 'PUT /license/v1/waiting/{id}', {
  summary: 'Move a waiter to another class: 1 is first',
  access: action('license:UnassignLicense'),
  params: idParams,
  body: z.strictObject({ class: wholeNumberSchema(1, 3, 'class must be 1, 2 or 3.') }),
  output: itemOf(waiterSchema),
});

export const leaveLine = call('leaveLine', 'leases', 'DELETE /license/v1/waiting/{id}', {
  summary: 'Leave the line; with license:UnassignLicense, send somebody else away',
  access: signedIn,
  params: idParams,
});

export const askHolders = call('askHolders', 'leases', 'POST /license/v1/waiting/{id}/ask', {
  summary: 'Say something to at most three holders of the licenses one waits for',
  access: signedIn,
  params: idParams,
  body: z.strictObject({
    message: boundedText(askLimit, askTooLong, 'message is missing: say what to show to who uses the license.')
      .trim()
      .min(1, 'message must not be empty.')
      .max(askLimit, askTooLong)
      .refine((text) => !forbiddenInText.test(text), 'message must not contain control characters.'),
  }),
  output: z.object({ asked: z.number().int().meta({ description: 'How many holders it was sent to.' }) }),
});
