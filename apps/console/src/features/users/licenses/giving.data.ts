import { type BodyInputOf, calls, type GiftOutcome, type OutputOf, resourceIdOf } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { type PoolWithProduct, poolConsumersOf, poolQuery } from '#data/pools.ts';
import { type UserWithNames, userQuery, usersSource } from '#data/users.ts';
import { givingText } from '#i18n/text/licensing.ts';
import { fetchAll, type Listing } from '#lists/engine/listing.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { foundKey, keys } from '#server/cache/keys.ts';
import { fetchFresh, queryClient } from '#server/cache/query-client.ts';
import { client } from '#server/client/client.ts';
import { bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';
import { inOneRefetch } from '#server/mutation/change.ts';
import type { AccountScope } from '#session/selected-account.ts';

type Gifts = OutputOf<typeof calls.giveLicenses>;
type Gift = Gifts['items'][number];

/** The number of people whom one call gives licenses, so that a long work shows its progress. */
const peopleAtOnce = 50;
/** The number of people whom one call checks. */
const checkedAtOnce = 1000;

/** What giving these users a license of a product would do; nothing is changed. */
export function giftsQuery({ accountId }: AccountScope, product: string, users: readonly string[]) {
  return queryOptions({
    queryKey: keys.license.gifts(accountId, product, users.join()),
    queryFn: async ({ signal }): Promise<Gifts> => {
      const items: Gift[] = [];
      let free = 0;
      for (const some of inChunks(users, checkedAtOnce)) {
        const body = { 'account-id': accountId, product, users: some, mode: 'check' } as const;
        const reply = await client.send(calls.giveLicenses, { body, signal });
        items.push(...reply.items);
        free = reply.free;
      }
      return { items, free };
    },
  });
}

const giveSome = bodyMutation(calls.giveLicenses, { invalidates: ['license'], success: null });

/**
 * Gives users licenses of a product, a chunk after the other.
 *
 * @param signal stops it between two chunks
 * @param onProgress called with the outcomes so far
 */
export async function giveLicenses(
  { accountId }: AccountScope,
  { product, users }: { readonly product: string; readonly users: readonly string[] },
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Gift[]> {
  return inOneRefetch(async () => {
    const items: Gift[] = [];
    for (const some of inChunks(users, peopleAtOnce)) {
      if (signal.aborted) break;
      items.push(...(await giveSome({ 'account-id': accountId, product, users: some, mode: 'apply' })).items);
      onProgress(items.length);
    }
    return items;
  });
}

const takeSome = bodyMutation(calls.takeLicenses, { invalidates: ['license'], success: null });

/** Takes the licenses of a product that were given to users, unless they are in use. */
export async function takeBack({ accountId }: AccountScope, product: string, users: readonly string[]): Promise<void> {
  await inOneRefetch(async () => {
    for (const some of inChunks(users, peopleAtOnce)) {
      await takeSome({ 'account-id': accountId, product, users: some, mode: 'apply', 'only-unused': true });
    }
  });
}

/** Takes the licenses of a product from a user; who uses one is logged off. */
export const takeLicenses = bodyMutation(calls.takeLicenses, {
  invalidates: ['license'],
  success: ({ users }: BodyInputOf<typeof calls.takeLicenses>) => givingText.taken({ count: users.length }),
});

const setPoolUsers = recordMutation(calls.setPoolPolicies, {
  query: poolQuery,
  body: (users: readonly string[]) => ({ consumers: { kind: 'users' as const, users: [...users] } }),
  success: null,
  invalidates: ['pool', 'license'],
});

/** Adds users to those who may use a pool. */
export async function addToPool(pool: PoolWithProduct, users: readonly string[]): Promise<void> {
  const now = await fetchFresh(poolQuery(resourceIdOf(pool.rn)));
  const consumers = poolConsumersOf(now.item.policies);
  const before = consumers.kind === 'Users' ? consumers.users : [];
  await setPoolUsers({ ...now, intent: [...new Set([...before, ...users])] });
}

/** The number of people whose e-mails are fetched one by one. */
const fetchedAtOnce = 20;

/** The e-mails of users, of some of a long list only; another user is named by their id. */
export async function emailsOf(scope: AccountScope, users: readonly string[]): Promise<(rn: string) => string> {
  const listed = queryClient.getQueryData<Listing<UserWithNames>>(usersSource(scope).key)?.items ?? [];
  const emails = new Map(listed.map(({ rn, email }) => [rn, email]));
  const missing = users.filter((rn) => !emails.has(rn)).slice(0, fetchedAtOnce);
  for (const { item } of await Promise.all(missing.map((rn) => queryClient.query(userQuery(resourceIdOf(rn)))))) {
    emails.set(item.rn, item.email);
  }
  return (rn) => emails.get(rn) ?? resourceIdOf(rn);
}

/** The users of a selection, by rn. */
export function chosenUsersQuery(scope: AccountScope, chosen: ChosenRows) {
  const source = usersSource(scope);
  return queryOptions({
    queryKey: foundKey(source.key, { every: chosen }),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      if ('keys' in chosen) return chosen.keys;
      const found = await fetchAll(source.fetchRows, chosen.search, signal);
      return found.map(({ rn }) => rn).filter((rn) => !chosen.except.includes(rn));
    },
  });
}

/** The number of each outcome. */
export function countOutcomes(items: readonly Pick<Gift, 'outcome'>[]): (outcome: GiftOutcome) => number {
  return (outcome) => items.filter((item) => item.outcome === outcome).length;
}

function* inChunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
