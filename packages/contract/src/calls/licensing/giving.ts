import * as z from 'zod';
import { action, call } from '../../call.ts';
import { anyId, filledList, limitedText, rnLimit } from '../../fields/bounds.ts';
import { rn } from '../../fields/common-fields.ts';
import { freeLimit, giftOutcomes } from '../../resources/licensing/giving.ts';

/** The maximum number of people whom one call gives licenses. */
const peopleLimit = 1000;

const body = z.strictObject({
  'account-id': anyId('account-id is missing: say whose licenses are meant.'),
  product: limitedText(rnLimit, undefined, 'product must name a product.').meta({
    format: 'rn',
    description: 'The rn of a product, or its id.',
  }),
  users: filledList(
    limitedText(rnLimit, undefined, 'A user is named by their rn.').meta({ format: 'rn' }),
    peopleLimit,
    'users must name at least one.',
    `users may name at most ${peopleLimit}.`,
    'users must be a list of users.',
  ).meta({ description: 'The rns or the ids of users.' }),
  mode: z
    .enum(['check', 'apply'], "mode must be 'check' or 'apply'.")
    .meta({ description: '`check` changes nothing, and says what `apply` would do.' }),
});
const items = z.array(z.object({ user: rn, outcome: z.enum(giftOutcomes), license: rn.nullable() }));

export const giveLicenses = call('giveLicenses', 'license', 'POST /license/v1/licenses/give', {
  summary: 'Give each user a license of a product that nobody may consume so far, the longest lasting first',
  access: action('license:SetLicensePolicies'),
  body,
  output: z.object({
    items,
    free: z
      .number()
      .int()
      .meta({ description: `The licenses of the product that can be given after this call, at most ${freeLimit}.` }),
  }),
});

export const takeLicenses = call('takeLicenses', 'license', 'POST /license/v1/licenses/take', {
  summary: 'Take the licenses of a product that name these users; nobody may consume them then',
  access: action('license:SetLicensePolicies'),
  body: body.extend({
    'only-unused': z.boolean('only-unused must be true or false.').optional().meta({
      description: 'Whether licenses in use are left to their users; the outcome of these is `has`.',
    }),
  }),
  output: z.object({ items }),
});
