import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('uses the API address of the build, without a trailing slash', async () => {
  vi.stubEnv('VITE_API_BASE_URL', 'https://api.company.example/keyhold/');
  const { apiBaseUrl, effectiveBackend } = await import('./backend.ts');
  expect(apiBaseUrl).toBe('https://api.company.example/keyhold');
  expect(effectiveBackend()).toBe('https://api.company.example/keyhold');
});

test('uses the origin of the console when the build sets no address', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://console.company.example' } });
  const { apiBaseUrl, effectiveBackend } = await import('./backend.ts');
  expect(apiBaseUrl).toBe('');
  expect(effectiveBackend()).toBe('https://console.company.example');
});

test('reports an unreachable server in words, but not an aborted request', async () => {
  const { fetchFromServer } = await import('./backend.ts');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchFromServer('/iam/v1/users')).rejects.toThrow(/cannot be reached/);
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('Let go', 'AbortError')));
  await expect(fetchFromServer('/iam/v1/users')).rejects.toThrow('Let go');
});

test('times out when no response begins, but not while a response is read', async () => {
  const { fetchFromServer } = await import('./backend.ts');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal;
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)));
  });
  const silent = expect(fetchFromServer('/iam/v1/users')).rejects.toThrow(/did not answer/);
  await vi.advanceTimersByTimeAsync(30_000);
  await silent;

  const leaving = new AbortController();
  const left = expect(fetchFromServer('/iam/v1/users', { signal: leaving.signal })).rejects.toThrow('Let go');
  leaving.abort(new DOMException('Let go', 'AbortError'));
  await left;

  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal;
    return Promise.resolve(new Response('a long one'));
  });
  await fetchFromServer('/iam/v1/users');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signal?.aborted).toBe(false);
});
