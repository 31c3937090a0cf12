import * as z from 'zod';
import { call, itemOf } from '../../call.ts';
import { limitedText } from '../../fields/bounds.ts';
import { timeSchema } from '../../fields/fields.ts';

/** A user gives consent in the console; a token of an application cannot. */
const inConsole = { kind: 'signed-in', applications: 'none' } as const;

/** The application that requests consent, its device and its address. */
export const consentSchema = z
  .object({
    application: z.object({ id: z.string(), name: z.string() }),
    device: z.string().nullable().meta({ description: 'The device name that the application sent.' }),
    address: z.string().meta({ description: 'The address of the request.' }),
    'user-agent': z.string(),
    'created-on': timeSchema
      .nullable()
      .meta({ description: 'The time of the device’s request; null for a request in the browser.' }),
  })
  .meta({ id: 'Consent' });
export type Consent = z.infer<typeof consentSchema>;

/**
 * Longest query of the consent page, in characters. The page sends it in a query of its own, which encodes it once more,
 * and a server reads no more than 16 KiB of a request's head.
 */
export const authorizationRequestLimit = 8000;

const request = limitedText(
  authorizationRequestLimit,
  'This request is too long.',
  'request is missing: send the query of the consent page.',
).meta({ description: 'The query of the consent page, as the application sent it.' });
const allow = z.boolean({ error: 'allow must be true or false.' });
const userCode = limitedText(
  100,
  'A code has eight letters.',
  'user-code is missing: type the code that the device shows.',
)
  .min(1, 'Type the code that the device shows.')
  .meta({ description: 'The code that the device shows; case and separators are ignored.' });

export const getAuthorization = call('getAuthorization', 'auth', 'GET /auth/v1/authorization', {
  summary: 'The application that requests consent in the browser',
  access: inConsole,
  query: z.object({ request }),
  output: itemOf(consentSchema),
});

export const decideAuthorization = call('decideAuthorization', 'auth', 'POST /auth/v1/authorization', {
  summary: 'Allow or deny an application; returns the address to redirect to',
  access: inConsole,
  body: z.strictObject({ request, allow }),
  output: z.object({ redirect: z.string() }),
});

export const findDevice = call('findDevice', 'auth', 'POST /auth/v1/device/find', {
  summary: 'The application and device that show a code',
  access: inConsole,
  body: z.strictObject({ 'user-code': userCode }),
  output: itemOf(consentSchema),
});

export const decideDevice = call('decideDevice', 'auth', 'POST /auth/v1/device', {
  summary: 'Allow or deny the sign-in of a device by its code',
  access: inConsole,
  body: z.strictObject({ 'user-code': userCode, allow }),
});
