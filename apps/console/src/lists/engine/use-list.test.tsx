// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import type { ListState } from './list-state.ts';
import { type ListSource, maxWholeList } from './listing.ts';
import { useListRows } from './use-list.ts';

test('aborts every export of a long list when its screen unmounts', async () => {
  const signals: AbortSignal[] = [];
  const source: ListSource<string> = {
    key: keys.tag.list('acme'),
    sorts: ['name'],
    fetchRows: ({ limit }, signal) => {
      if (limit < maxWholeList) return Promise.resolve({ items: ['First'], total: 5000, 'next-cursor': 'a cursor' });
      signals.push(signal);
      return new Promise(() => undefined);
    },
  };
  const state: ListState = {
    search: '',
    sort: 'name',
    descending: false,
    page: 1,
    size: 25,
    change: () => undefined,
  };
  const { result, unmount } = renderHook(() => useListRows(source, state), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.serverRows).toBeDefined());
  // The button is new after a row was chosen meanwhile, and starts a second export.
  for (let count = 0; count < 2; count += 1) void result.current.serverRows?.all();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  unmount();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('a page of a long list is not reached by a cursor of a search in it', async () => {
  const cursors: (string | undefined)[] = [];
  const source: ListSource<string> = {
    key: keys.tag.list('globex'),
    sorts: ['name'],
    fetchRows: ({ search, cursor }) => {
      cursors.push(cursor);
      return Promise.resolve({
        items: ['First'],
        total: 5000,
        'next-cursor': search ? 'of the search' : 'of the list',
      });
    },
  };
  const state = { sort: 'name', descending: false, size: 25 as const, change: () => undefined };
  const { rerender, unmount } = renderHook((shown: ListState) => useListRows(source, shown), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    initialProps: { ...state, search: 'a', page: 1 },
  });
  await waitFor(() => expect(cursors).toHaveLength(2));
  rerender({ ...state, search: '', page: 2 });
  await waitFor(() => expect(cursors).toHaveLength(3));
  expect(cursors).not.toContain('of the search');
  unmount();
});
