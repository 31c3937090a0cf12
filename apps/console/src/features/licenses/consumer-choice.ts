import {
  type ConsumerKind,
  type Consumers,
  consumePolicy,
  consumePolicyName,
  consumerKinds,
  type LicensingStrategy,
  type Policy,
} from '@keyhold/contract';

/** Consumers that can be chosen. */
type ChosenConsumers = Exclude<Consumers, { kind: 'Custom policy' }>;

/** What is chosen on the Consumers tab: no kind while the policy is none of them. */
export interface Choice {
  kind: ConsumerKind | null;
  user: string | null;
  tags: readonly string[];
}

export function offeredKinds(strategy: LicensingStrategy | undefined): readonly ConsumerKind[] {
  return strategy === 'Shared' ? consumerKinds : ['No one', 'User'];
}

export function choiceOf(consumers: Consumers): Choice {
  return {
    kind: consumers.kind === 'Custom policy' ? null : consumers.kind,
    user: consumers.kind === 'User' ? consumers.user : null,
    tags: consumers.kind === 'Tags' ? consumers.tags : [],
  };
}

/** Another kind: it preselects the first user or the first tag, or nothing if there are none. */
export function choose(kind: ConsumerKind, users: readonly string[], tags: readonly string[]): Choice {
  return {
    kind,
    user: kind === 'User' ? (users[0] ?? null) : null,
    tags: kind === 'Tags' ? tags.slice(0, 1) : [],
  };
}

/** The consumers that a choice means; null while it is not complete. */
export function consumersOfChoice({ kind, user, tags }: Choice): ChosenConsumers | null {
  switch (kind) {
    case null:
      return null;
    case 'User':
      return user === null ? null : { kind, user };
    case 'Tags':
      return tags.length === 0 ? null : { kind, tags };
    default:
      return { kind };
  }
}

/** A license's policies with the consume policy replaced; those of other names are kept. */
export function withConsumers(policies: readonly Policy[], consumers: ChosenConsumers): Policy[] {
  return [...policies.filter(({ name }) => name !== consumePolicyName), consumePolicy(consumers)];
}
