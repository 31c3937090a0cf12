import { expect, it } from 'vitest';
import * as z from 'zod';
import { calls } from '../index.ts';

/** Fields that PUT only compares and never replaces, or that are never returned and are sent only to replace them. */
const notReplaced = ['updateProduct shared', 'updateLicense certificate', 'updateSingleSignOn client-secret'];
/** Fields of which a body has exactly one. */
const alternatives = [
  ...['setLicensePolicies policies', 'setLicensePolicies consumers'],
  ...['setPoolPolicies policies', 'setPoolPolicies consumers'],
  ...['updateLicenseTerms expiry', 'updateLicenseTerms extend-days'],
];
/** Terms that older callers do not know: left out, they stay. */
const staying = ['maintenance-start', 'grace-days', 'type', 'version'].map((field) => `updateLicenseTerms ${field}`);

const fields = Object.values(calls)
  .filter(({ method }) => method === 'PUT')
  .flatMap((call) => {
    if (!(call.body instanceof z.ZodObject)) throw new Error(`The body of ${call.name} is not an object of fields.`);
    return Object.entries(call.body.shape as Record<string, z.ZodType>).map(
      ([name, schema]) => [`${call.name} ${name}`, schema] as const,
    );
  })
  .filter(([name]) => ![...notReplaced, ...alternatives, ...staying].includes(name));

it.each(fields)('%s is required by PUT, or has a value when it is left out', (_name, schema) => {
  const result = schema.safeParse(undefined);
  if (result.success) expect(result.data).toBeDefined();
});
