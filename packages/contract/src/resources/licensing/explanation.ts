import * as z from 'zod';
import { poolLimits } from './pools.ts';

/** The layers that can stop a user from consuming a license, in the order in which they are checked. */
export const explanationLayers = ['account', 'user', 'license', 'policy', 'pool', 'seat'] as const;
export type ExplanationLayer = (typeof explanationLayers)[number];

const match = z.enum(['matched', 'missed', 'absent']);

/** The evaluation of one statement of the consume policy; see the engine's `StatementTrace`. */
export const statementTraceSchema = z
  .object({
    policy: z.string(),
    index: z.number().int(),
    effect: z.string(),
    action: match,
    principal: match,
    condition: match,
    resource: match,
    applies: z.boolean(),
    'missing-tags': z.array(z.string()),
  })
  .meta({ id: 'StatementTrace' });

/** The smallest change that would let a user consume: its kind, and a sentence for people. */
export const explanationChangeSchema = z
  .object({
    kind: z.enum([
      'activate-account',
      'activate-user',
      'resume-license',
      'renew-license',
      'remove-denial',
      'add-tags',
      'name-user',
      'change-rules',
      'release-seat',
      'wait-in-line',
      'issue-license',
    ]),
    message: z.string(),
    /** For `add-tags`: the rns of the tags that the user lacks. */
    tags: z.array(z.string()).optional(),
  })
  .meta({ id: 'ExplanationChange' });
export type ExplanationChange = z.infer<typeof explanationChangeSchema>;

/** Why a user may or may not consume a license. */
export const explanationSchema = z
  .object({
    verdict: z.enum(['allow', 'deny']),
    /** The layer that stopped them; null when none did. */
    layer: z.enum(explanationLayers).nullable(),
    /** The requested license; for a product, the one that comes nearest. Null when there is none. */
    license: z.string().nullable(),
    /** The pool of that license; null when it is in none. */
    pool: z.string().nullable(),
    /** The rule of the pool that refuses, with its numbers: of a reserve, the free seats and how many are kept. */
    rule: z
      .object({
        limit: z.enum([...poolLimits, 'reserve']),
        tag: z.string().optional(),
        used: z.number().int(),
        of: z.number().int(),
      })
      .nullable(),
    /** The deciding statement, if one decided. */
    decisive: statementTraceSchema.nullable(),
    /** Every statement of the consume policy, near misses first. */
    statements: z.array(statementTraceSchema),
    /**
     * The user's place in line for the product; 1 is the next. Null when they do not wait, or for callers who may not list
     * who waits.
     */
    place: z.number().int().nullable(),
    /** Null when nothing needs to change. */
    change: explanationChangeSchema.nullable(),
  })
  .meta({ id: 'Explanation' });
export type Explanation = z.infer<typeof explanationSchema>;
