import { afterEach, expect, test, vi } from 'vitest';
import { fetchFromApi } from './fetch-from-api.ts';

afterEach(() => vi.unstubAllGlobals());

test('reports a page in place of a reply, such as that of a hotel network, as an unreachable server', async () => {
  const page = (status: number) =>
    vi.stubGlobal(
      'fetch',
      async () => new Response('<p>Welcome', { status, headers: { 'content-type': 'text/html' } }),
    );
  page(200);
  await expect(fetchFromApi('/iam/v1/users')).rejects.toThrow(/cannot be reached/);
  page(502);
  expect((await fetchFromApi('/iam/v1/users')).status).toBe(502);
});
