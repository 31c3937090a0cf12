import * as z from 'zod';
import { accountQuery, action, call, idParams, resourcesOf } from '../../call.ts';
import { anyRn } from '../../fields/bounds.ts';
import { timeInputSchema, timeSchema } from '../../fields/fields.ts';
import { productSchema } from '../../resources/licensing/license-resources.ts';
import {
  denialSchema,
  licenseBucketSchema,
  licenseUsageSchema,
  licenseUseSchema,
  productUsageSchema,
  unusedLicenseSchema,
  usageBucketSchema,
  userUsageSchema,
  waitingUsageSchema,
} from '../../resources/licensing/usage.ts';
import { serviceAccountSchema, userSchema } from '../../resources/resources.ts';

const range = z.object({
  from: timeInputSchema.optional(),
  to: timeInputSchema.optional(),
});
const interval = z.enum(['hour', 'day'], 'interval must be hour or day.').default('day');
const usageQuery = range.extend({
  product: anyRn().optional(),
  pool: anyRn().optional().meta({
    format: 'rn',
    description:
      'Only the use of the licenses that are in this pool now, of the last 31 days. Refusals are those of its product.',
  }),
  user: anyRn()
    .optional()
    .meta({ format: 'rn', description: 'Only the use, the refusals and the licenses of this user.' }),
  interval,
});

const usageOutput = z.object({
  from: timeSchema,
  to: timeSchema,
  interval: z.enum(['hour', 'day']),
  items: z.array(usageBucketSchema),
  'by-product': z.array(productUsageSchema),
  'by-user': z.array(userUsageSchema),
  'by-license': z.array(licenseUsageSchema),
  unused: z.array(unusedLicenseSchema).meta({ description: 'Those who have a license that was never used.' }),
  denials: z.array(denialSchema),
  waiting: z
    .array(waitingUsageSchema)
    .meta({ description: 'Who began to wait for a seat in this time, those who waited longest first.' }),
  resources: resourcesOf(z.union([userSchema, serviceAccountSchema, productSchema])),
});

export const getUsage = call('getUsage', 'usage', 'GET /license/v1/usage', {
  summary: 'The license usage of the own account: over time, by product, user and license, refusals, and who waited',
  access: action('license:ListLicenses'),
  query: usageQuery,
  output: usageOutput,
});

export const getAccountUsage = call('getAccountUsage', 'usage', 'GET /license/v1/admin/usage', {
  summary: 'The license usage of an account, for provider staff',
  access: action('license:ListLicenses'),
  query: usageQuery.extend(accountQuery.shape),
  output: usageOutput,
});

export const getLicenseUsage = call('getLicenseUsage', 'usage', 'GET /license/v1/licenses/{id}/usage', {
  summary: 'The usage of a license, by day or hour, with its latest uses',
  access: action('license:GetLicense'),
  params: idParams,
  query: range.extend({ interval }),
  output: z.object({
    from: timeSchema,
    to: timeSchema,
    interval: z.enum(['hour', 'day']),
    item: licenseUsageSchema.extend({ 'activation-date': timeSchema.nullable() }),
    items: z.array(licenseBucketSchema),
    'latest-uses': z.array(licenseUseSchema),
    resources: resourcesOf(z.union([userSchema, serviceAccountSchema, productSchema])),
  }),
});
