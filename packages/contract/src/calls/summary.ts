import * as z from 'zod';
import { accountQuery, action, call, resourcesOf } from '../call.ts';
import { timeSchema } from '../fields.ts';
import { productSchema } from '../license-resources.ts';
import { accountSchema, userSchema } from '../resources.ts';
import { accountCountSchema, denialSchema, productSummarySchema, summaryDays, summaryLimit } from '../usage.ts';

const count = z.number().int();
const since = timeSchema.meta({ description: `The start of the first of the last ${summaryDays} days, in UTC.` });
const refusals = z.object({
  people: count.meta({ description: 'How many people wanted a license since then and got none.' }),
  times: count.meta({ description: 'How often that was.' }),
});

const accountOutput = z.object({
  since,
  licenses: z.object({
    total: count,
    'in-use': count,
    'never-used': count.meta({ description: 'How many of the licenses nobody has ever taken.' }),
  }),
  products: z.array(productSummarySchema).max(summaryLimit).meta({ description: 'Those most in use first.' }),
  refusals,
  denials: z.array(denialSchema).max(summaryLimit).meta({ description: 'The latest first.' }),
  resources: resourcesOf(z.union([userSchema, productSchema])),
});

const access = action('license:ListLicenses');

export const getSummary = call('getSummary', 'usage', 'GET /license/v1/summary', {
  summary: 'How things stand in the account: licenses in use now and lately by product, and who was refused one',
  access,
  output: accountOutput,
});

export const getAccountSummary = call('getAccountSummary', 'usage', 'GET /license/v1/admin/summary', {
  summary: 'How things stand in an account',
  access,
  query: accountQuery,
  output: accountOutput,
});

const counts = z.array(accountCountSchema).max(summaryLimit);

export const getProviderSummary = call('getProviderSummary', 'usage', 'GET /admin/v1/summary', {
  summary: 'How things stand in all accounts together, for provider staff who act across accounts',
  access,
  output: z.object({
    since,
    'in-use': z.object({ licenses: count, accounts: count }),
    'by-account': counts.meta({ description: 'Accounts by licenses in use now, the most first.' }),
    ending: z.object({ licenses: count, accounts: count }).meta({ description: 'Licenses that end within 30 days.' }),
    'ending-by-account': z
      .array(accountCountSchema.extend({ first: timeSchema.meta({ description: 'When the first of them ends.' }) }))
      .max(summaryLimit)
      .meta({ description: 'The first to end first.' }),
    refusals,
    'refusals-by-account': counts.meta({ description: 'Accounts by how often a license was refused, the most first.' }),
    mail: z.object({
      waiting: count,
      refused: count.meta({ description: 'How many of those an attempt has failed for.' }),
      oldest: timeSchema.nullable().meta({ description: 'Since when the oldest of them waits.' }),
    }),
    webhooks: z.object({
      enabled: count,
      paused: count,
      failing: count.meta({ description: 'How many have failed at their last attempt.' }),
      waiting: count.meta({ description: 'Deliveries that wait to be made.' }),
    }),
    'failing-by-account': counts.meta({ description: 'Accounts by webhooks that fail, the most first.' }),
    resources: resourcesOf(accountSchema),
  }),
});
