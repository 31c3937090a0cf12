import * as z from 'zod';
import { accountQuery, action, call, resourcesOf } from '../call.ts';
import { timeSchema } from '../fields/fields.ts';
import { productSchema } from '../resources/licensing/license-resources.ts';
import {
  accountCountSchema,
  denialSchema,
  productSummarySchema,
  summaryDays,
  summaryLimit,
} from '../resources/licensing/usage.ts';
import { accountSchema, serviceAccountSchema, userSchema } from '../resources/resources.ts';

const count = z.number().int();
const since = timeSchema.meta({ description: `The start of the first of the last ${summaryDays} days, in UTC.` });
const refusals = z.object({
  people: count.meta({ description: 'Number of users who were refused a license since then.' }),
  times: count.meta({ description: 'Number of these refusals.' }),
});

const accountOutput = z.object({
  since,
  licenses: z.object({
    total: count,
    'in-use': count,
    'never-used': count.meta({ description: 'Licenses that were never used.' }),
  }),
  products: z.array(productSummarySchema).max(summaryLimit).meta({ description: 'The most used first.' }),
  refusals,
  denials: z.array(denialSchema).max(summaryLimit).meta({ description: 'The latest first.' }),
  resources: resourcesOf(z.union([userSchema, serviceAccountSchema, productSchema])),
});

const access = action('license:ListLicenses');

export const getSummary = call('getSummary', 'usage', 'GET /license/v1/summary', {
  summary: 'The summary of the own account: licenses in use now and recently by product, and refusals',
  access,
  output: accountOutput,
});

export const getAccountSummary = call('getAccountSummary', 'usage', 'GET /license/v1/admin/summary', {
  summary: 'The summary of an account, for provider staff',
  access,
  query: accountQuery,
  output: accountOutput,
});

const counts = z.array(accountCountSchema).max(summaryLimit);

export const getProviderSummary = call('getProviderSummary', 'usage', 'GET /admin/v1/summary', {
  summary: 'The summary of all accounts, for provider staff who act across accounts',
  access,
  output: z.object({
    since,
    'in-use': z.object({ licenses: count, accounts: count }),
    'by-account': counts.meta({ description: 'Accounts by licenses in use now, descending.' }),
    ending: z.object({ licenses: count, accounts: count }).meta({ description: 'Licenses that end within 30 days.' }),
    'ending-by-account': z
      .array(accountCountSchema.extend({ first: timeSchema.meta({ description: 'The end of the first of them.' }) }))
      .max(summaryLimit)
      .meta({ description: 'Sorted by end, the earliest first.' }),
    refusals,
    'refusals-by-account': counts.meta({ description: 'Accounts by number of refused licenses, descending.' }),
    mail: z.object({
      waiting: count,
      refused: count.meta({ description: 'Those of them with a failed attempt.' }),
      oldest: timeSchema.nullable().meta({ description: 'The time since which the oldest of them is waiting.' }),
    }),
    webhooks: z.object({
      enabled: count,
      paused: count,
      failing: count.meta({ description: 'Webhooks whose last delivery attempt failed.' }),
      waiting: count.meta({ description: 'Pending deliveries.' }),
    }),
    'failing-by-account': counts.meta({ description: 'Accounts by failing webhooks, descending.' }),
    resources: resourcesOf(accountSchema),
  }),
});
