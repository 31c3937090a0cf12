// @vitest-environment happy-dom
import { consumePolicy } from '@keyhold/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#server/cache/query-client.ts';
import { useWhoCan } from './who-can.ts';

const red = { rn: 'k:r:a:tag:red', name: 'Red' };
const user = (id: string, status: string) => ({ rn: `k:r:a:user:${id}`, status, tags: [red] });
const pages = {
  Active: { items: [user('ada', 'Active'), user('dan', 'Active')], total: 2, 'next-cursor': null },
  Pending: { items: [user('bob', 'Pending')], total: 1060, 'next-cursor': 'a cursor' },
};

vi.mock('#session/selected-account.ts', async (original) => ({
  ...(await original<object>()),
  useScopeOf: () => ({ accountId: 'a' }),
}));
vi.mock('#data/users.ts', async (original) => ({
  ...(await original<object>()),
  usersSource: (_: unknown, { status }: { status?: keyof typeof pages } = {}) => ({
    key: ['user', 'list', status ?? 'all'],
    sorts: ['name'],
    fetchRows: async () => pages[status ?? 'Pending'],
  }),
}));

test.each([
  [consumePolicy({ kind: 'Everyone' }), 1060],
  [consumePolicy({ kind: 'Tags', tags: [red.rn] }), 1],
])('counts users who have not activated yet, also in a long list', async (policy, pending) => {
  const { result } = renderHook(() => useWhoCan([policy], 'k:r:a:license:1'), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current).toMatchObject({ count: 2, pending }));
});
