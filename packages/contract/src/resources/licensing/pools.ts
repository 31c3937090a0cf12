import * as z from 'zod';
import { boundedList } from '../../fields/bounds.ts';
import { dates, description, name, rn } from '../../fields/common-fields.ts';
import { rns } from '../../fields/example-names.ts';
import { wholeNumberSchema } from '../../fields/fields.ts';
import { resource, shown } from '../../fields/resource.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { consumePolicy, policySchema } from '../../policies/policy.ts';

/** The maximum number of licenses that one call adds to a pool, removes from it, or issues into it. */
export const poolLimit = 10_000;
/** The maximum number of seats that a rule may name. */
const seatLimit = 1_000_000;
/** The maximum number of tags that one rule names. */
const tagLimit = 50;

const seats = (field: string) =>
  wholeNumberSchema(0, seatLimit, `${field} must be a whole number from 0 to ${seatLimit}.`);
const orNone = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);

const share = z.strictObject({
  tag: rnSchema,
  reserve: orNone(seats('reserve')).meta({ description: 'Seats that are kept free for carriers of the tag.' }),
  limit: orNone(seats('limit')).meta({ description: 'The most seats that carriers of the tag use at once.' }),
});
const offline = z.strictObject({
  seats: seats('offline.seats').meta({ description: 'How many seats are in offline use at once.' }),
  days: wholeNumberSchema(1, 30, 'offline.days must be a whole number from 1 to 30.'),
  tags: boundedList(
    rnSchema,
    tagLimit,
    `offline.tags may name at most ${tagLimit} tags.`,
    'offline.tags must be a list of tags.',
  )
    .default([])
    .meta({ description: 'Who may use a seat offline: carriers of any of these tags; everyone if empty.' }),
});
const priority = z.strictObject({
  tag: rnSchema,
  class: wholeNumberSchema(1, 3, 'class must be 1, 2 or 3.').meta({ description: '1 is first; without one it is 2.' }),
});

/** A share is one number for its tag; a tag may stand in several priorities, of which the best class counts. */
function withoutRepetition({ value, issues }: z.core.ParsePayload<readonly { readonly tag: string }[]>): void {
  const seen = new Set<string>();
  for (const [index, { tag }] of value.entries()) {
    const message = 'The tag is named twice in shares. Name each tag once.';
    if (seen.has(tag)) issues.push({ code: 'custom', input: value, path: [index, 'tag'], message });
    seen.add(tag);
  }
}

/** The rules of a pool in a request: each is null or absent for none. */
export const poolRulesFields = {
  'per-user': orNone(wholeNumberSchema(1, 1000, 'per-user must be a whole number from 1 to 1000.')).meta({
    description: 'The most seats that one person uses at once.',
  }),
  shares: orNone(
    boundedList(share, tagLimit, `A pool has at most ${tagLimit} shares.`, 'shares must be a list.').check(
      withoutRepetition,
    ),
  ),
  offline: orNone(offline),
  'idle-minutes': orNone(wholeNumberSchema(1, 1440, 'idle-minutes must be a whole number from 1 to 1440.')),
  priorities: orNone(
    boundedList(priority, tagLimit, `A pool has at most ${tagLimit} priorities.`, 'priorities must be a list.'),
  ),
} as const;
/** The rules of a pool in a request. */
export const poolRulesInput = z.strictObject(poolRulesFields);

/** The rules of a pool in replies. */
export const poolRulesSchema = z
  .object({
    'per-user': z.number().int().nullable(),
    shares: z
      .array(z.object({ tag: rn, reserve: z.number().int().nullable(), limit: z.number().int().nullable() }))
      .nullable(),
    offline: z.object({ seats: z.number().int(), days: z.number().int(), tags: z.array(rn) }).nullable(),
    'idle-minutes': z.number().int().nullable(),
    priorities: z.array(z.object({ tag: rn, class: z.number().int() })).nullable(),
  })
  .meta({ id: 'PoolRules' });
/** The rules of a pool. */
export type PoolRules = z.infer<typeof poolRulesSchema>;

/** A pool without rules. */
export const noRules: PoolRules = {
  'per-user': null,
  shares: null,
  offline: null,
  'idle-minutes': null,
  priorities: null,
};

/** The rules that limit the use of a pool, as refusals name them. */
export const poolLimits = ['per-user', 'share', 'offline'] as const;
/** A limit of a pool and its use. */
export const poolUseSchema = z
  .object({ limit: z.enum(poolLimits), tag: rn.optional(), used: z.number().int(), of: z.number().int() })
  .meta({ id: 'PoolUse' });
export type PoolUse = z.infer<typeof poolUseSchema>;

const count = z.number().int();
/** Licenses of one product of an account that are managed as one. */
export const pool = resource('Pool', {
  rn: shown(rn, rns.pool),
  name: name('Prepress', { listed: 'always' }),
  description: description('The workstations of the prepress department', { listed: 'wide' }),
  product: shown(rn, rns.product),
  policies: shown(z.array(policySchema), [consumePolicy({ kind: 'Everyone' })]),
  rules: shown(poolRulesSchema, {
    'per-user': 2,
    shares: [{ tag: rns.prepress, reserve: 3, limit: null }],
    offline: { seats: 5, days: 14, tags: [] },
    'idle-minutes': null,
    priorities: null,
  }),
  seats: shown(count, 50),
  'overdraft-seats': shown(count, 0),
  'in-use': shown(count, 12),
  offline: shown(count, 1),
  waiting: shown(count, 0),
  ...dates,
});
export const poolSchema = pool.schema;
/** A pool of licenses. */
export type Pool = z.infer<typeof poolSchema>;
