import * as z from 'zod';
import { boundedList, limitedText } from '../fields/bounds.ts';
import { forbiddenInLine } from '../fields/fields.ts';
import { rnSchema } from '../fields/rn-schema.ts';

/** The name of the license policy that decides who may consume. */
export const consumePolicyName = 'Consume License Policy';
/** The only supported provider of principals; any other matches nobody. */
export const principalProvider = 'keyhold-iam';
/** The actions that the consume policy allows. */
export const consumeActions = ['license:ConsumeLicense', 'license:GetLicense', 'license:ReleaseLicense'] as const;

function text(limit: number) {
  return limitedText(limit).refine(
    (one) => !forbiddenInLine.test(one),
    'A policy must not contain control characters.',
  );
}

const label = text(200);
const required = label.min(1);

/** A tag condition: holds for users with every listed tag; an empty list holds for everyone. */
export const conditionSchema = z
  .strictObject({
    type: z.literal('Tag'),
    logic: z.literal('All'),
    operator: z.literal('Equals'),
    tags: boundedList(rnSchema, 100),
  })
  .meta({ id: 'Condition' });
export type Condition = z.infer<typeof conditionSchema>;

/** A user that a statement names: `id` is their rn, `provider` the service that manages them. */
export const principalSchema = z.strictObject({ id: rnSchema, provider: required }).meta({ id: 'Principal' });
export type Principal = z.infer<typeof principalSchema>;

/** One rule of a policy. `effect` may be any text; only `Allow` allows and only `Deny` denies. */
export const statementSchema = z
  .strictObject({
    actions: boundedList(required, 100),
    effect: label,
    principals: boundedList(principalSchema, 1000).default([]),
    conditions: boundedList(conditionSchema, 100).default([]),
    resources: boundedList(text(512).min(1), 1000).default([]),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof statementSchema>;

/** A named list of statements; users, service accounts, roles and licenses have policies. */
export const policySchema = z
  .strictObject({
    name: label,
    statements: boundedList(statementSchema, 100),
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof policySchema>;

/**
 * A policy of a principal, which applies to its bearer. A statement with principals, conditions or single resources
 * would allow nothing, so they are rejected.
 */
export const ownPolicySchema = policySchema.extend({
  statements: boundedList(
    statementSchema.extend({
      principals: boundedList(z.never(), 0, 'A policy of a service account names no principals.').default([]),
      conditions: boundedList(z.never(), 0, 'A policy of a service account has no conditions.').default([]),
      resources: boundedList(
        z.literal('*', "A policy of a service account is about all resources: '*', or none named."),
        1,
      ).default([]),
    }),
    100,
  ),
});

export type OwnPolicy = z.infer<typeof ownPolicySchema>;

/** The four kinds of consumers an administrator chooses from. */
export const consumerKinds = ['No one', 'User', 'Tags', 'Everyone'] as const;
export type ConsumerKind = (typeof consumerKinds)[number];

/** The consumers of a license according to its consume policy: one of the four kinds, or `Custom policy`. */
export type Consumers =
  | { readonly kind: 'No one' }
  | { readonly kind: 'User'; readonly user: string }
  | { readonly kind: 'Tags'; readonly tags: readonly string[] }
  | { readonly kind: 'Everyone' }
  | { readonly kind: 'Custom policy'; readonly statements: readonly Statement[] };

/**
 * The consume policy for a choice of consumers.
 *
 * @example
 * consumePolicy({ kind: 'Everyone' }).statements[0]?.conditions // one Tag condition with an empty list
 */
export function consumePolicy(consumers: Exclude<Consumers, { kind: 'Custom policy' }>): Policy {
  const principals = consumers.kind === 'User' ? [{ id: consumers.user, provider: principalProvider }] : [];
  const conditions =
    consumers.kind === 'Tags' || consumers.kind === 'Everyone'
      ? [tagCondition(consumers.kind === 'Tags' ? consumers.tags : [])]
      : [];
  return {
    name: consumePolicyName,
    statements: [{ actions: [...consumeActions], effect: 'Allow', principals, conditions, resources: [] }],
  };
}

function tagCondition(tags: readonly string[]): Condition {
  return { type: 'Tag', logic: 'All', operator: 'Equals', tags: [...tags] };
}

/**
 * Reads the consumers of a license from its policies. Policies with other names are ignored; a policy that matches none
 * of the four kinds is a `Custom policy`.
 *
 * @example
 * consumersOf([]).kind // 'No one'
 */
export function consumersOf(policies: readonly Policy[]): Consumers {
  const statements = policies
    .filter((policy) => policy.name === consumePolicyName)
    .flatMap((policy) => policy.statements);
  const [statement] = statements;
  if (!statement) return { kind: 'No one' };
  if (statements.length === 1 && isPlain(statement)) {
    const { principals, conditions } = statement;
    const [principal] = principals;
    const [condition] = conditions;
    if (!principal && !condition) return { kind: 'No one' };
    if (principals.length === 1 && principal?.provider === principalProvider && !condition) {
      return { kind: 'User', user: principal.id };
    }
    if (!principal && conditions.length === 1 && condition) {
      return condition.tags.length === 0 ? { kind: 'Everyone' } : { kind: 'Tags', tags: condition.tags };
    }
  }
  return { kind: 'Custom policy', statements };
}

function isPlain(statement: Statement): boolean {
  const actions = new Set(statement.actions);
  return (
    statement.effect === 'Allow' &&
    actions.size === consumeActions.length &&
    consumeActions.every((action) => actions.has(action))
  );
}
