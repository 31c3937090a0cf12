import * as z from 'zod';
import { boundedList } from '../fields/bounds.ts';
import { rnSchema } from '../fields/rn-schema.ts';
import {
  type Consumers,
  consumePolicy,
  consumePolicyName,
  type Policy,
  policySchema,
  principalProvider,
} from './policy.ts';

/** The kinds of consumers as bodies name them. */
export const consumersKinds = ['no-one', 'user', 'tags', 'everyone'] as const;

/** The maximum number of policies of one license. */
const policyLimit = 100;
/** The maximum number of tags that consumers name. */
const tagLimit = 100;

/** The kinds of consumers of a pool. */
export const poolConsumersKinds = [...consumersKinds, 'users'] as const;
/** The maximum number of users and service accounts that the consumers of a pool name. */
const userLimit = 1000;

const kind = z.enum(consumersKinds, `consumers.kind must be one of ${consumersKinds.join(', ')}.`);
const poolKind = z.enum(poolConsumersKinds, `consumers.kind must be one of ${poolConsumersKinds.join(', ')}.`);

const userAndTags = {
  user: rnSchema.nullish().meta({ description: 'The user of the kind `user`.' }),
  tags: boundedList(
    rnSchema,
    tagLimit,
    `consumers.tags may name at most ${tagLimit} tags.`,
    'consumers.tags must be a list of tags.',
  )
    .nullish()
    .meta({ description: 'The tags of the kind `tags`: a consumer carries all of them.' }),
};

/** Who may consume a license, in a body: the short form of a consume policy. */
export const consumersSchema = z
  .strictObject({ kind, ...userAndTags })
  .check(nameTheirKind)
  .meta({ id: 'Consumers' });

/** Who may use a pool, in a body: as of a license, or several users and service accounts. */
export const poolConsumersSchema = z
  .strictObject({
    kind: poolKind,
    ...userAndTags,
    users: boundedList(
      rnSchema,
      userLimit,
      `consumers.users may name at most ${userLimit}.`,
      'consumers.users must be a list of users.',
    )
      .nullish()
      .meta({ description: 'The users and service accounts of the kind `users`.' }),
  })
  .check(nameTheirKind)
  .meta({ id: 'PoolConsumers' });

interface Named {
  readonly kind: string;
  readonly user?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly users?: readonly string[] | null | undefined;
}

/** The rule that consumers name what their kind needs, and nothing else. */
function nameTheirKind({ value, issues }: z.core.ParsePayload<Named>): void {
  const refuse = (field: string, message: string) =>
    issues.push({ code: 'custom', input: value, path: [field], message });
  const { kind, user, tags, users } = value;
  if (kind === 'user' && !user) refuse('user', 'Say which user may consume the license.');
  if (kind !== 'user' && user) refuse('user', "A user is named only where the kind is 'user'.");
  const named = (list: readonly string[] | null | undefined) => list !== null && list !== undefined && list.length > 0;
  if (kind === 'tags' && !named(tags)) refuse('tags', 'Name at least one tag. For everybody choose the kind everyone.');
  if (kind !== 'tags' && named(tags)) refuse('tags', "Tags are named only where the kind is 'tags'.");
  if (kind === 'users' && !named(users)) refuse('users', 'Name at least one user or service account.');
  if (kind !== 'users' && named(users)) refuse('users', "Several users are named only where the kind is 'users'.");
}

/** Who may consume a license, as a body names them. */
export type ConsumersInput = z.infer<typeof consumersSchema>;
/** Who may use a pool, as a body names them. */
export type PoolConsumersInput = z.infer<typeof poolConsumersSchema>;

const policies = boundedList(
  policySchema,
  policyLimit,
  `A license has at most ${policyLimit} policies.`,
  'policies must be a list.',
);

/** The fields of a body that says who may consume a license: its policies, or its consumers in their place. */
export const policiesOrConsumers = { policies: policies.optional(), consumers: consumersSchema.optional() };
/** The same for a pool. */
export const poolPoliciesOrConsumers = { policies: policies.optional(), consumers: poolConsumersSchema.optional() };

interface Choice {
  readonly policies?: readonly Policy[] | undefined;
  readonly consumers?: ConsumersInput | PoolConsumersInput | undefined;
}

/** The rule for {@link policiesOrConsumers}, as a check of its object: a body has one of the two. */
export function haveOne({ value, issues }: z.core.ParsePayload<Choice>): void {
  const { policies, consumers } = value;
  if (policies === undefined && consumers === undefined) {
    const message = 'Say who may consume the license: policies, or consumers.';
    issues.push({ code: 'custom', input: value, path: ['policies'], message });
  }
  haveNotBoth({ value, issues });
}

/** The rule for {@link policiesOrConsumers} where both may be left out. */
export function haveNotBoth({ value, issues }: z.core.ParsePayload<Choice>): void {
  if (value.policies === undefined || value.consumers === undefined) return;
  const message = 'policies and consumers exclude each other. Send one of the two.';
  issues.push({ code: 'custom', input: value, path: ['consumers'], message });
}

/**
 * The policies of a license after a choice of its consumers: its consume policy is replaced, and policies with other
 * names are kept.
 *
 * @param policies the license's policies before
 * @example
 * withConsumers([], { kind: 'everyone' })[0]?.name // 'Consume License Policy'
 */
export function withConsumers(policies: readonly Policy[], consumers: ConsumersInput | PoolConsumersInput): Policy[] {
  const others = policies.filter(({ name }) => name !== consumePolicyName);
  if (consumers.kind === 'users') return [...others, consumePolicyOf(consumers.users ?? [])];
  return [...others, consumePolicy(chosen(consumers))];
}

/** The consume policy that names several users and service accounts. */
function consumePolicyOf(users: readonly string[]): Policy {
  const policy = consumePolicy({ kind: 'No one' });
  const principals = [...new Set(users)].map((id) => ({ id, provider: principalProvider }));
  return { ...policy, statements: policy.statements.map((statement) => ({ ...statement, principals })) };
}

function chosen({
  kind,
  user,
  tags,
}: ConsumersInput | PoolConsumersInput): Exclude<Consumers, { kind: 'Custom policy' }> {
  if (kind === 'user') return { kind: 'User', user: user ?? '' };
  if (kind === 'tags') return { kind: 'Tags', tags: tags ?? [] };
  return { kind: kind === 'everyone' ? 'Everyone' : 'No one' };
}
