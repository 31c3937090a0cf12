// @vitest-environment happy-dom

import { calls, userStatuses } from '@keyhold/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bulkSelection } from '#lists/selection/bulk.ts';
import { chosenRows } from '#lists/selection/chosen-rows.ts';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import type { ListState } from './list-state.ts';
import type { ListRequest, ListSource } from './listing.ts';
import { useListRows } from './use-list.ts';

vi.mock('#i18n/locale/locale.ts', async (load: () => Promise<typeof import('#i18n/locale/locale.ts')>) => {
  localStorage.setItem('language', 'de');
  const locale = await load();
  await locale.loadLanguage();
  return locale;
});

const rowKey = (row: { rn: string }) => row.rn;
const selection = { keys: new Set<string>(), everything: true, isChosen: () => true };

/** The search that the server receives for a long list, and that a bulk change of all found rows repeats. */
async function asked(search: string) {
  const requests: ListRequest[] = [];
  const source: ListSource<{ rn: string }> = {
    key: keys.user.list('acme', { search }),
    sorts: ['name'],
    words: userStatuses,
    fetchRows: (request) => {
      requests.push(request);
      return Promise.resolve({ items: [{ rn: 'a' }], total: 5000, 'next-cursor': 'a cursor' });
    },
  };
  const state: ListState = { search, sort: 'name', descending: false, page: 1, size: 25, change: () => undefined };
  const { result, unmount } = renderHook(() => useListRows(source, state), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.serverRows?.arranged).toBeDefined());
  const { sort: _, limit: __, ...sent } = requests.at(-1) ?? { limit: 0 };
  const body = bulkSelection(
    'acme',
    chosenRows(selection, { ...result.current, rowKey }, () => []),
  );
  unmount();
  expect(calls.deleteUsers.body.safeParse(body).success).toBe(true);
  expect(body).toEqual({ 'account-id': 'acme', count: 5000, ...sent });
  return sent;
}

test('sends the statuses whose translation matches the search, also in a bulk change', async () => {
  expect(await asked(' inakt ')).toEqual({ search: 'inakt', 'search-also': 'Inactive' });
  expect(await asked('Aktiv')).toEqual({ search: 'Aktiv', 'search-also': 'Active,Inactive' });
});

test('does not send statuses that the server finds by itself', async () => {
  expect(await asked('active')).toEqual({ search: 'active' });
  expect(await asked('Ada')).toEqual({ search: 'Ada' });
  expect(await asked('')).toEqual({});
});
