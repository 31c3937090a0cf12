import * as z from 'zod';
import { endInputSchema, optionalLineSchema, timeInputSchema, wholeNumberSchema } from '../../fields/fields.ts';
import { licenseTypes } from './license-resources.ts';

/** When a license ends, in a request: never, on a date, or some days after its first activation. */
export const expiryInputSchema = z
  .strictObject({
    perpetual: z.boolean({ error: 'expiry.perpetual must be true or false.' }).default(false),
    date: endInputSchema.nullish().transform((date) => date ?? null),
    period: wholeNumberSchema(1, 36_500, 'expiry.period must be a whole number of days from 1 to 36500.')
      .nullish()
      .transform((period) => period ?? null),
  })
  .refine(
    (expiry) => expiry.perpetual || expiry.date !== null || expiry.period !== null,
    'Say when the license ends: expiry is perpetual, or has a date, or a period in days.',
  );

/** The days that a license goes on after its end. */
export const graceDays = wholeNumberSchema(0, 90, 'grace-days must be a whole number from 0 to 90.');

/** The terms that a body may leave out: they stay as they are. */
export const furtherTerms = {
  'extend-days': wholeNumberSchema(1, 36_500, 'extend-days must be a whole number from 1 to 36500.')
    .optional()
    .meta({ description: 'The days by which the end is moved, in place of `expiry`.' }),
  'maintenance-start': timeInputSchema.nullable().optional(),
  'grace-days': graceDays.optional(),
  type: z.enum(licenseTypes, `type must be one of ${licenseTypes.join(', ')}.`).optional(),
  version: optionalLineSchema('The version').unwrap().unwrap().optional(),
};

interface EndChange {
  readonly expiry?: unknown;
  readonly 'extend-days'?: number | undefined;
}

/** The rule for an end in a body that may leave it out: it is given, or moved, but not both. */
export function haveNotTwoEnds({ value, issues }: z.core.ParsePayload<EndChange>): void {
  if (value.expiry === undefined || value['extend-days'] === undefined) return;
  const message = 'expiry and extend-days exclude each other. Send one of the two.';
  issues.push({ code: 'custom', input: value, path: ['extend-days'], message });
}

/** As {@link haveNotTwoEnds}, where the end must not be left out. */
export function haveOneEnd({ value, issues }: z.core.ParsePayload<EndChange>): void {
  haveNotTwoEnds({ value, issues });
  if (value.expiry !== undefined || value['extend-days'] !== undefined) return;
  const message = 'Say when the license ends: expiry, or extend-days.';
  issues.push({ code: 'custom', input: value, path: ['expiry'], message });
}
