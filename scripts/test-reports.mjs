// Counts the results that the two test runners have reported, and collects what they say of each failure.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * `failures` holds a text for each failed test: where it stands, its name, and the beginning of what went wrong.
 *
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts
 */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ status: string, name?: string, message?: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ name: string, path?: string }} Attachment */
/** @typedef {{ error?: { message?: string }, attachments?: Attachment[] }} PlaywrightResult */
/** @typedef {{ results?: PlaywrightResult[], status?: string }} PlaywrightTest */
/** @typedef {{ title: string, file?: string, tests?: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite */

const mostLines = 15;
const mostPageLines = 40;

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
  const failures = files.flatMap(({ status, name, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [failure([name], [message])];
    return failed.map((test) => failure([name, test.fullName], test.failureMessages));
  });
  return settle({ passed: report?.numPassedTests ?? 0, failed: failures.length, failures }, code);
}

/**
 * Playwright's JSON report. A test that passed only at a second attempt has failed.
 *
 * @param {string} file
 * @param {number} code the runner's exit code
 * @returns {Counts}
 */
export function countPlaywright(file, code) {
  const report = read(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const failures = specsOf(report ?? {}).flatMap(({ file: spec, title, tests = [] }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results = [] }) =>
        [
          failure(
            [spec, title],
            results.map(({ error }) => error?.message),
          ),
          ...results.flatMap(pagesOf),
        ].join('\n  '),
      ),
  );
  return settle({ passed: expected, failed: unexpected + flaky, failures }, code);
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * What stood on the page when a test failed, as its accessibility tree.
 *
 * @param {PlaywrightResult} result
 */
function pagesOf({ attachments = [] }) {
  return attachments.flatMap(({ name, path }) => {
    const context = name === 'error-context' && path ? readText(path) : '';
    const page = /```yaml\n(.*?)\n```/s.exec(context)?.[1] ?? '';
    return page === '' ? [] : ['The page:', ...page.split('\n').slice(0, mostPageLines)];
  });
}

/**
 * @param {(string | undefined)[]} where
 * @param {(string | undefined)[]} [messages]
 */
function failure(where, messages = []) {
  const lines = stripVTControlCharacters(messages.filter(Boolean).join('\n')).split('\n');
  return [where.filter(Boolean).join(' › '), ...lines.slice(0, mostLines)].join('\n  ').trimEnd();
}

/**
 * A runner can fail without a failed test: by an error outside of all, or by having found none.
 *
 * @param {Counts} counts
 * @param {number} code
 */
function settle(counts, code) {
  return { ...counts, failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed };
}

/** @param {string} file */
function read(file) {
  // Without a text the runner ended before it could write a report; its exit code is not zero.
  const text = readText(file);
  return text === '' ? undefined : JSON.parse(text);
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
