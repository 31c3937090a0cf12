import { type BodyInputOf, calls, type PoolRules, resourceIdOf, resources, textsIn } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { keyOf, type LicenseWithProduct } from '#data/licenses.ts';
import { type PoolWithProduct, poolQuery } from '#data/pools.ts';
import { licensesText, poolsText } from '#i18n/text/licensing.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { keys } from '#server/cache/keys.ts';
import type { Kind } from '#server/cache/kinds.ts';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf, versionOf } from '#server/client/version.ts';
import { bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';
import { type Change, mutation } from '#server/mutation/change.ts';

const invalidates: Kind[] = ['pool', 'license'];

/** Options that every change of a pool shares. */
const update = { query: poolQuery, success: poolsText.updated, invalidates };

export const createPool = bodyMutation(calls.createPool, { invalidates, success: poolsText.created });
export const describePool = recordMutation(calls.updatePool, {
  ...update,
  body: (texts: BodyInputOf<typeof calls.updatePool>) => textsIn(resources.pool, { description: '', ...texts }),
});
export const setPoolConsumers = recordMutation(calls.setPoolPolicies, {
  ...update,
  body: (consumers: NonNullable<BodyInputOf<typeof calls.setPoolPolicies>['consumers']>) => ({ consumers }),
});
export const setPoolRules = recordMutation(calls.setPoolRules, update);
export const setOverdraft = recordMutation(calls.setPoolOverdraft, update);
export const addLicenses = recordMutation(calls.addPoolLicenses, { ...update, success: poolsText.licensesAdded });

/** Takes licenses out of a pool; nobody may consume them then. */
export const removeLicenses = mutation({
  send: async ({ pool, licenses }: { pool: { rn: string }; licenses: readonly string[] }) =>
    versionOf(
      client.sendForReply(calls.removePoolLicenses, { params: paramsOf(pool), body: { licenses: [...licenses] } }),
    ),
  invalidates,
  success: (_, { item }) => poolsText.licensesRemoved({ seats: item.seats }),
});

export const currentPool = currentOf(poolQuery);

export const poolDeletion: Deletion<PoolWithProduct> = {
  kind: 'pool',
  nameOf: ({ name }) => name,
  words: poolsText,
  current: currentPool,
  remove: (pool, headers) => client.send(calls.deletePool, { params: paramsOf(pool), headers }),
};

/** Logs off the holder of a seat whom the user saw, but not another one who took it meanwhile. */
export const releaseSeat = mutation({
  send: ({ item }: Change<LicenseWithProduct, 'release'>) =>
    client.send(calls.unassignLicense, {
      params: { id: keyOf(item) },
      query: { holder: item.state.user ?? '' },
      body: {},
    }),
  invalidates,
  success: licensesText.released,
});

/** How many of those who use a pool now some rules would refuse. */
export function previewQuery(pool: string, rules: PoolRules) {
  const id = resourceIdOf(pool);
  return queryOptions({
    queryKey: keys.pool.preview(id, rules),
    queryFn: ({ signal }) => client.send(calls.previewPoolRules, { params: { id }, body: rules, signal }),
  });
}

/** The number of those in line who are shown. */
const shownInLine = 100;
/** The line is not announced, so it is polled. In ms. */
const linePoll = 10_000;

/** The first of those who wait for a seat of a pool, and the number of all. */
export function waitingQuery(pool: string) {
  const id = resourceIdOf(pool);
  return queryOptions({
    queryKey: keys.pool.waiting(id),
    queryFn: ({ signal }) =>
      client.send(calls.listPoolWaiting, { params: { id }, query: { limit: String(shownInLine) }, signal }),
    refetchInterval: linePoll,
  });
}

/** Moves a waiter to the class before theirs. */
export const moveUp = mutation({
  send: ({ id, class: from }: { id: string; class: number }) =>
    client.send(calls.setWaitingClass, { params: { id }, body: { class: Math.max(1, from - 1) } }),
  invalidates: ['pool'],
  success: poolsText.movedUp,
});

/** Removes a waiter from the line. */
export const sendAway = mutation({
  send: ({ id }: { id: string }) => client.send(calls.leaveLine, { params: { id } }),
  invalidates: ['pool'],
  success: poolsText.sentAway,
});
