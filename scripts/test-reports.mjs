// Counts the results that the two test runners have reported.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile */

/**
 * Vitest's JSON report. A file that failed as a whole counts as one failure.
 *
 * @param {string} file
 * @param {number} code the runner's exit code
 * @returns {Counts}
 */
export function countVitest(file, code) {
  const report = read(file);
  /** @type {VitestFile[]} */
  const files = report?.testResults ?? [];
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return settle({ passed: report?.numPassedTests ?? 0, failed: (report?.numFailedTests ?? 0) + broken.length }, code);
}

/**
 * Playwright's JSON report. A test that passed only at a second attempt has failed.
 *
 * @param {string} file
 * @param {number} code the runner's exit code
 * @returns {Counts}
 */
export function countPlaywright(file, code) {
  const { expected = 0, unexpected = 0, flaky = 0 } = read(file)?.stats ?? {};
  return settle({ passed: expected, failed: unexpected + flaky }, code);
}

/**
 * A runner can fail without a failed test: by an error outside of all, or by having found none.
 *
 * @param {Counts} counts
 * @param {number} code
 */
function settle({ passed, failed }, code) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The runner ended before it could write a report; its exit code is not zero.
    return undefined;
  }
}
