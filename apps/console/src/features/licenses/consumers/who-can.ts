import { type Consumers, consumersOf, decideLicense, type Policy, resourceIdOf, type User } from '@keyhold/contract';
import { type UserWithNames, userQuery, usersSource } from '#data/users.ts';
import { maxWholeList } from '#lists/engine/listing.ts';
import { listingQuery } from '#lists/engine/use-list.ts';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import { useSideQuery } from '#server/cache/side-query.ts';
import { type AccountScope, useScopeOf } from '#session/selected-account.ts';

/** Decides, like the server, which of the users a license's policies allow to use it. Inactive users never can. */
export function whoCan(policies: readonly Policy[], license: string, users: readonly UserWithNames[]) {
  const allowed = users.filter(
    ({ rn, tags, status }) =>
      status !== 'Inactive' &&
      decideLicense(policies, license, 'license:ConsumeLicense', { rn, tags: tags.map((tag) => tag.rn) }).allowed,
  );
  return {
    people: allowed.filter(({ status }) => status === 'Active'),
    // Pending users can once they have activated their access.
    pending: allowed.filter(({ status }) => status === 'Pending').length,
  };
}

/** The users who could use a license under these policies; undefined while loading. */
export function useWhoCan(policies: readonly Policy[], license: string) {
  const scope = useScopeOf(license);
  const users = useSideQuery(listingQuery(usersSource(scope)));
  const consumers = consumersOf(policies);
  // For a long list, only the candidates are fetched.
  const some = useSideQuery({
    queryKey: keys.user.candidates(scope.accountId, consumers),
    queryFn: ({ signal }) => candidates(scope, consumers, signal),
    enabled: users?.extent === 'long',
  });
  if (users?.extent === 'whole') {
    const can = whoCan(policies, license, users.items);
    return { ...can, count: can.people.length, atLeast: false };
  }
  if (!some) return;
  const can = whoCan(policies, license, some.items);
  const everyone = consumers.kind === 'Everyone';
  return {
    people: can.people,
    pending: everyone ? some.pending : can.pending,
    /** The number of users who can; larger than `people` where they are too many to list. */
    count: everyone ? some.total : can.people.length,
    /** Whether there may be more users than `count`. */
    atLeast: !everyone && some['next-cursor'] !== null,
  };
}

/** Fetches the users who may be allowed, and the number of those who have not activated their access yet. */
async function candidates(scope: AccountScope, consumers: Consumers, signal: AbortSignal) {
  if (consumers.kind === 'No one') return { items: [], total: 0, 'next-cursor': null, pending: 0 };
  if (consumers.kind === 'User') {
    const { item } = await queryClient.query(userQuery(resourceIdOf(consumers.user)));
    return { items: [item], total: 1, 'next-cursor': null, pending: 0 };
  }
  const tag = consumers.kind === 'Tags' ? consumers.tags[0] : undefined;
  const fetchUsers = (status: User['status']) =>
    usersSource(scope, { status, ...(tag && { tag }) }).fetchRows({ limit: maxWholeList }, signal);
  const [active, pending] = await Promise.all([fetchUsers('Active'), fetchUsers('Pending')]);
  return { ...active, items: [...active.items, ...pending.items], pending: pending.total };
}
