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
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  });
  expect(countVitest(file, 1)).toEqual({ passed: 5, failed: 2 });
});

test('counts the tests of Playwright, and one that passed only at a second attempt as failed', () => {
  const file = report({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 } });
  expect(countPlaywright(file, 1)).toEqual({ passed: 7, failed: 2 });
});

test('a runner that failed without a failed test counts as one failure', () => {
  expect(countPlaywright(report({ stats: { expected: 7 } }), 1)).toEqual({ passed: 7, failed: 1 });
  expect(countVitest(join(folder, 'missing.json'), 1)).toEqual({ passed: 0, failed: 1 });
});

test('a runner that found nothing wrong has no failure', () => {
  expect(countVitest(report({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), 0)).toEqual({
    passed: 3,
    failed: 0,
  });
});
