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

/** The choice on the Consumers tab. The kind is null while the policy matches none. */
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

/** The choice of another kind. It preselects the first user or the first tag, or nothing if there are none. */
export function choose(kind: ConsumerKind, users: readonly string[], tags: readonly string[]): Choice {
  return {
    kind,
    user: kind === 'User' ? (users[0] ?? null) : null,
    tags: kind === 'Tags' ? tags.slice(0, 1) : [],
  };
}

/** The consumers of a choice; null while it is incomplete. */
export function consumersOfChoice({ kind, user, tags }: Choice): ChosenConsumers | null {
  if (kind === 'User') return user === null ? null : { kind, user };
  if (kind === 'Tags') return tags.length === 0 ? null : { kind, tags };
  return kind && { kind };
}

/** A license's policies with the consume policy replaced; policies with other names are kept. */
export function withConsumers(policies: readonly Policy[], consumers: ChosenConsumers): Policy[] {
  return [...policies.filter(({ name }) => name !== consumePolicyName), consumePolicy(consumers)];
}
