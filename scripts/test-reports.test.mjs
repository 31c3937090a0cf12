import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './test-reports.mjs';

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyhold-reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {unknown} content */
function report(content) {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('counts the tests of Vitest, and a file that could not be loaded as one failure', () => {
  const file = report({
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      {
        status: 'failed',
        name: 'sum.test.ts',
        assertionResults: [
          { status: 'failed', fullName: 'a sum', failureMessages: ['\u001b[31mexpected 2\u001b[39m\nto be 3'] },
          { status: 'passed', fullName: 'a difference' },
        ],
      },
      { status: 'failed', name: 'broken.test.ts', message: 'Unexpected token', assertionResults: [] },
      { status: 'passed', name: 'good.test.ts', assertionResults: [{ status: 'passed' }] },
    ],
  });
  expect(countVitest(file, 1)).toEqual({
    passed: 5,
    failed: 2,
    failures: ['sum.test.ts › a sum\n  expected 2\n  to be 3', 'broken.test.ts\n  Unexpected token'],
  });
});

test('counts the tests of Playwright, and one that passed only at a second attempt as failed', () => {
  /** @type {(title: string, status: string, ...messages: string[]) => unknown} */
  const spec = (title, status, ...messages) => ({
    title,
    file: 'users.spec.ts',
    tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
  });
  const file = report({
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('a user is created', 'expected')],
        suites: [
          { specs: [spec('a user is deleted', 'unexpected', 'Gone'), spec('a user is found', 'flaky', 'Late')] },
        ],
      },
    ],
  });
  expect(countPlaywright(file, 1)).toEqual({
    passed: 7,
    failed: 2,
    failures: ['users.spec.ts › a user is deleted\n  Gone', 'users.spec.ts › a user is found\n  Late'],
  });
});

test('shows what stood on the page when a test failed', () => {
  const path = join(folder, 'error-context.md');
  writeFileSync(path, '# Error details\n\n```\nGone\n```\n\n```yaml\n- main:\n  - heading "Log in"\n```\n');
  const attachments = [
    { name: 'trace', path: 'trace.zip' },
    { name: 'error-context', path },
  ];
  const results = [{ error: { message: 'Gone' }, attachments }];
  const tests = [{ status: 'unexpected', results }];
  const file = report({ stats: { unexpected: 1 }, suites: [{ specs: [{ title: 'a', file: 'b', tests }] }] });
  expect(countPlaywright(file, 1).failures).toEqual(['b › a\n  Gone\n  The page:\n  - main:\n    - heading "Log in"']);
});

test('of a long message only the beginning is kept', () => {
  const failureMessages = [Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')];
  const file = report({
    testResults: [{ status: 'failed', name: 'a', assertionResults: [{ status: 'failed', failureMessages }] }],
  });
  expect(countVitest(file, 1).failures[0]?.split('\n')).toHaveLength(16);
});

test('a runner that failed without a failed test counts as one failure', () => {
  expect(countPlaywright(report({ stats: { expected: 7 } }), 1)).toMatchObject({ passed: 7, failed: 1 });
  expect(countVitest(join(folder, 'missing.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
});

test('a runner that found nothing wrong has no failure', () => {
  expect(countVitest(report({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), 0)).toEqual({
    passed: 3,
    failed: 0,
    failures: [],
  });
});
