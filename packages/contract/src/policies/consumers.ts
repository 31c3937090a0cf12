import * as z from 'zod';
import { rnSchema } from '../fields/rn-schema.ts';
import { type Consumers, consumePolicy, consumePolicyName, type Policy, policySchema } from './policy.ts';

/** The kinds of consumers as bodies name them. */
export const consumersKinds = ['no-one', 'user', 'tags', 'everyone'] as const;

/** The maximum number of policies of one license. */
const policyLimit = 100;
/** The maximum number of tags that consumers name. */
const tagLimit = 100;

const kind = z.enum(consumersKinds, `consumers.kind must be one of ${consumersKinds.join(', ')}.`);

/** Who may consume a license, in a body: the short form of a consume policy. */
export const consumersSchema = z
  .strictObject({
    kind,
    user: rnSchema.nullish().meta({ description: 'The user of the kind `user`.' }),
    tags: z
      .array(rnSchema, 'consumers.tags must be a list of tags.')
      .max(tagLimit, `consumers.tags may name at most ${tagLimit} tags.`)
      .nullish()
      .meta({ description: 'The tags of the kind `tags`: a consumer carries all of them.' }),
  })
  .refine(({ kind, user }) => kind !== 'user' || user, {
    path: ['user'],
    message: 'Say which user may consume the license.',
  })
  .refine(({ kind, user }) => kind === 'user' || !user, {
    path: ['user'],
    message: "A user is named only where the kind is 'user'.",
  })
  .refine(({ kind, tags }) => kind !== 'tags' || (tags && tags.length > 0), {
    path: ['tags'],
    message: 'Name at least one tag. For everybody choose the kind everyone.',
  })
  .refine(({ kind, tags }) => kind === 'tags' || !tags || tags.length === 0, {
    path: ['tags'],
    message: "Tags are named only where the kind is 'tags'.",
  })
  .meta({ id: 'Consumers' });
/** Who may consume a license, as a body names them. */
export type ConsumersInput = z.infer<typeof consumersSchema>;

const policies = z
  .array(policySchema, { error: 'policies must be a list.' })
  .max(policyLimit, `A license has at most ${policyLimit} policies.`);

/** The fields of a body that says who may consume a license: its policies, or its consumers in their place. */
export const policiesOrConsumers = { policies: policies.optional(), consumers: consumersSchema.optional() };

interface Choice {
  readonly policies?: readonly Policy[] | undefined;
  readonly consumers?: ConsumersInput | undefined;
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
export function withConsumers(policies: readonly Policy[], consumers: ConsumersInput): Policy[] {
  return [...policies.filter(({ name }) => name !== consumePolicyName), consumePolicy(chosen(consumers))];
}

function chosen({ kind, user, tags }: ConsumersInput): Exclude<Consumers, { kind: 'Custom policy' }> {
  if (kind === 'user') return { kind: 'User', user: user ?? '' };
  if (kind === 'tags') return { kind: 'Tags', tags: tags ?? [] };
  return { kind: kind === 'everyone' ? 'Everyone' : 'No one' };
}
