import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Keeps the event loop from doing anything else. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Keeps the event loop from doing anything else, as when others have the processor. */
function starve(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Blocks longer than the delay is measured, then lets that measurement happen. */
async function blockForItsTurn(how: (milliseconds: number) => void): Promise<void> {
  how(3_000);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const ask = async (url: string) => {
  const { statusCode, headers, json } = await test.app.inject(url);
  return { status: statusCode, retryAfter: headers['retry-after'], body: json<{ problems?: { code: string }[] }>() };
};

it('a server that cannot keep up turns calls away, but says that it is alive, and recovers', async () => {
  const call = '/license/v1/root-key';
  expect((await ask(call)).status).toBe(200);
  // The delay is measured each second, and this second began before.
  for (let seconds = 0; seconds < 2; seconds += 1) await blockForItsTurn(block);
  const refused = await ask(call);
  const [health, ready] = [await ask('/healthz'), await ask('/readyz')];
  expect([refused.status, refused.retryAfter, refused.body.problems?.[0]?.code]).toEqual([503, '2', 'overloaded']);
  expect([health.status, ready.status]).toEqual([200, 200]);
  await expect.poll(async () => (await ask(call)).status, { timeout: 30_000 }).toBe(200);
});

it('a server that was late because others had the processor turns nothing away', async () => {
  for (let seconds = 0; seconds < 2; seconds += 1) await blockForItsTurn(starve);
  expect(test.app.isUnderPressure()).toBe(true);
  expect((await ask('/license/v1/root-key')).status).toBe(200);
});
