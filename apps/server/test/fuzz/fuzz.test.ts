import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { runFuzz, summaryOf } from './run-fuzz.ts';

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1500);
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('answers every request according to its contract, without a server error', {
  timeout: 120_000 + requests * 100,
}, async () => {
  console.log(`fuzz: ${requests} requests, seed ${seed}`);
  const report = await runFuzz(test, { requests, seed });
  console.log(summaryOf(report));
  expect(report.faults.join('\n\n')).toBe('');
});
