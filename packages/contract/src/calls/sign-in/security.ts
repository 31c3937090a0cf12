import * as z from 'zod';
import { accountQuery, action, call, itemOf } from '../../call.ts';
import { boundedList } from '../../fields/bounds.ts';
import { wholeNumberSchema } from '../../fields/fields.ts';
import { endWarningDays, secondFactorPolicies, securitySchema } from '../../resources/factors.ts';

const endWarningsMessage = 'end-warnings may name 30, 7 and 1, each once.';
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
    'end-warnings': boundedList(
      z.literal(endWarningDays, endWarningsMessage),
      endWarningDays.length,
      endWarningsMessage,
      endWarningsMessage,
    )
      .nullish()
      .transform((value) => endWarningDays.filter((days) => (value ?? endWarningDays).includes(days)))
      .meta({ description: 'How many days before an end administrators are mailed; all of them when left out.' }),
  }),
  output: itemOf(securitySchema),
});
