import * as z from 'zod';
import { timeSchema } from '../../fields/fields.ts';

/** The maximum number of entries of each list besides the chart, the most important first. */
export const usageListLimit = 500;

const rn = z.string().meta({ format: 'rn' });
const count = z.number().int();
const seconds = z.number().int().meta({ description: 'Seconds of use, summed over all licenses.' });

const overdraft = z.boolean().meta({ description: 'It is a seat that was lent to a pool beyond what was bought.' });

/** Why a license was refused: the codes of the refusals (docs/licensing-protocol.md, 'Refusals'). */
export const denialReasons = [
  'no-seat',
  'not-eligible',
  'license-expired',
  'license-suspended',
  'maintenance-ended',
  'version-not-covered',
  'release-pending',
  'pool-limit',
  'pool-reserved',
] as const;
export type DenialReason = (typeof denialReasons)[number];

/** The use of a product's licenses within an hour or a day. */
export const usageBucketSchema = z
  .object({
    product: rn,
    start: timeSchema,
    peak: count.meta({ description: 'The most licenses in use at the same time.' }),
    average: z.number().meta({ description: 'Average number of licenses in use; up to now for the current period.' }),
    uses: count.meta({ description: 'Number of uses.' }),
    users: count.meta({ description: 'Number of users who used one.' }),
    denied: count.meta({ description: 'Number of refusals.' }),
  })
  .meta({ id: 'UsageBucket' });
export type UsageBucket = z.infer<typeof usageBucketSchema>;

/** The use of all licenses of a product in an account. */
export const productUsageSchema = z
  .object({
    product: rn,
    licenses: count,
    'in-use': count,
    'never-used': count.meta({ description: 'Licenses that were never used.' }),
    'last-used-on': timeSchema.nullable(),
  })
  .meta({ id: 'ProductUsage' });

/** How often a user was refused a product for one reason, and the time and device of the last refusal. */
export const denialSchema = z
  .object({
    user: rn,
    product: rn,
    reason: z.enum(denialReasons),
    count,
    'last-on': timeSchema,
    'device-name': z.string(),
  })
  .meta({ id: 'Denial' });

const milliseconds = z.number().int();

/** How often a user waited for a seat of a product, and what came of it. */
export const waitingUsageSchema = z
  .object({
    user: rn,
    product: rn,
    count: count.meta({ description: 'How often they began to wait in this time.' }),
    taken: count.meta({ description: 'How often they got a seat.' }),
    'gave-up': count.meta({
      description: 'How often they left, were not heard of any more, or did not take the seat that was offered.',
    }),
    'total-ms': milliseconds.meta({ description: 'For how long they waited in all.' }),
    'longest-ms': milliseconds,
    'last-on': timeSchema.meta({ description: 'When they began to wait last.' }),
  })
  .meta({ id: 'WaitingUsage' });

/** The number of days in a summary, including today. */
export const summaryDays = 14;
/** The maximum number of entries of each list of a summary, the most important first. */
export const summaryLimit = 5;

/** The current and the recent use of a product's licenses. */
export const productSummarySchema = z
  .object({
    product: rn,
    licenses: count,
    'in-use': count,
    peaks: z.array(count).meta({
      description: `The most licenses in use at the same time on each of the last ${summaryDays} days in UTC, today the last.`,
    }),
  })
  .meta({ id: 'ProductSummary' });
export type ProductSummary = z.infer<typeof productSummarySchema>;

/** An account, and its count in a list. */
export const accountCountSchema = z.object({ account: rn, count }).meta({ id: 'AccountCount' });
export type AccountCount = z.infer<typeof accountCountSchema>;

const use = { uses: count, seconds, 'last-used-on': timeSchema };
/** The use of licenses by a user, altogether and of each product, the longest used first. */
export const userUsageSchema = z
  .object({ user: rn, ...use, products: z.array(z.object({ product: rn, ...use })) })
  .meta({ id: 'UserUsage' });

/** A license that is for one user alone, and that nobody has ever used. */
export const unusedLicenseSchema = z
  .object({ user: rn, license: rn, product: rn, since: timeSchema })
  .meta({ id: 'UnusedLicense' });

/** The use of a license, and its last user; null when it was never used. */
export const licenseUsageSchema = z
  .object({
    license: rn,
    product: rn,
    'in-use': z.boolean(),
    uses: count,
    seconds,
    'last-used-on': timeSchema.nullable(),
    'last-user': rn.nullable(),
    overdraft,
  })
  .meta({ id: 'LicenseUsage' });

/** One use of a license, from when it was consumed until it was returned, released or lapsed. */
export const licenseUseSchema = z
  .object({
    user: rn,
    'device-name': z.string().nullable(),
    'started-on': timeSchema,
    'ended-on': timeSchema.nullable(),
    ending: z.enum(['returned', 'released', 'lapsed']).nullable(),
    overdraft,
  })
  .meta({ id: 'LicenseUse' });

/** The use of a license within an hour or a day. */
export const licenseBucketSchema = z
  .object({ start: timeSchema, uses: count, seconds, users: z.array(rn) })
  .meta({ id: 'LicenseUsageBucket' });

export type ProductUsage = z.infer<typeof productUsageSchema>;
export type Denial = z.infer<typeof denialSchema>;
export type WaitingUsage = z.infer<typeof waitingUsageSchema>;
export type UserUsage = z.infer<typeof userUsageSchema>;
export type UnusedLicense = z.infer<typeof unusedLicenseSchema>;
export type LicenseUsage = z.infer<typeof licenseUsageSchema>;
export type LicenseUse = z.infer<typeof licenseUseSchema>;
export type LicenseUsageBucket = z.infer<typeof licenseBucketSchema>;
