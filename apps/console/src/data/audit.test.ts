import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#server/cache/query-client.ts';
import { client } from '#server/client/client.ts';
import { removedQuery } from './audit.ts';

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

const tagRn = (number: number) => `keyhold:eu-1:acme:tag:${number}`;

test('lists no restored record after more than a page of deletions and restores', async () => {
  // 150 deletions, then their restores in the reverse order, except of the last one deleted.
  const entries = Array.from({ length: 299 }, (_, index) => ({
    seq: 299 - index,
    action: index < 149 ? 'iam:RestoreTag' : 'iam:DeleteTag',
    resource: tagRn(index < 149 ? index + 1 : 299 - index),
  }));
  vi.spyOn(client, 'send').mockImplementation((async (_call: unknown, input: unknown) => {
    const { action, limit } = (input as { query: { action: string; limit: number } }).query;
    return { items: entries.filter((entry) => entry.action === action).slice(0, limit) };
  }) as typeof client.send);
  const removed = await queryClient.query(removedQuery('acme', 'Tag'));
  expect(removed.map(({ resource }) => resource)).toEqual([tagRn(150)]);
});
