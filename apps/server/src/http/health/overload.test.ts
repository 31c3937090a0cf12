import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

/**
 * Blocks the event loop for a second, so that the next measurement begins, and then for longer than the maximum delay;
 * then allows the measurement. CPU usage is mocked, because a test cannot control how much of a busy machine it gets.
 */
async function keepLate(computed: boolean): Promise<void> {
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({
    user: computed ? performance.now() * 1000 : 0,
    system: 0,
  }));
  for (const milliseconds of [1_100, 3_000]) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const ask = async (url: string) => {
  const { statusCode, headers, json } = await test.app.inject(url);
  return { status: statusCode, retryAfter: headers['retry-after'], body: json<{ problems?: { code: string }[] }>() };
};

it('an overloaded server refuses calls, stays healthy, and recovers', async () => {
  const call = '/license/v1/root-key';
  expect((await ask(call)).status).toBe(200);
  await keepLate(true);
  const refused = await ask(call);
  const [health, ready] = [await ask('/healthz'), await ask('/readyz')];
  expect([refused.status, refused.retryAfter, refused.body.problems?.[0]?.code]).toEqual([503, '2', 'overloaded']);
  expect([health.status, ready.status]).toEqual([200, 200]);
  await expect.poll(async () => (await ask(call)).status).toBe(200);
});

it('a server delayed by other processes refuses nothing', async () => {
  await keepLate(false);
  expect(test.app.isUnderPressure()).toBe(true);
  expect((await ask('/license/v1/root-key')).status).toBe(200);
});
