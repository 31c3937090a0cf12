// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#server/cache/query-client.ts';
import type { ListState } from './list-state.ts';
import { type ListSource, maxWholeList } from './listing.ts';
import { useListRows } from './use-list.ts';

test('aborts every export of a long list when its screen unmounts', async () => {
  const signals: AbortSignal[] = [];
  const source: ListSource<string> = {
    key: ['tag', 'list', 'a long one'],
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
