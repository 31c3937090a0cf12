import * as z from 'zod';
import { accountQuery, action, call, itemOf } from '../../call.ts';
import { wholeNumberSchema } from '../../fields/fields.ts';
import { secondFactorPolicies, securitySchema } from '../../resources/factors.ts';

const query = accountQuery.partial();

export const getSecurity = call('getSecurity', 'iam', 'GET /iam/v1/security', {
  summary: 'The security policy of an account',
  access: action('iam:GetSecurity'),
  query,
  output: itemOf(securitySchema),
});

export const updateSecurity = call('updateSecurity', 'iam', 'PUT /iam/v1/security', {
  summary: 'Change the security policy of an account',
  access: action('iam:UpdateSecurity'),
  proof: 'always',
  query,
  body: z.strictObject({
    'second-factor': z.enum(secondFactorPolicies, `second-factor must be one of ${secondFactorPolicies.join(', ')}.`),
    'password-sign-in': z.boolean({ error: 'password-sign-in must be true or false.' }),
    'session-hours': wholeNumberSchema(1, 720, 'session-hours must be a whole number from 1 to 720, or null.')
      .nullish()
      .transform((value) => value ?? null),
  }),
  output: itemOf(securitySchema),
});
