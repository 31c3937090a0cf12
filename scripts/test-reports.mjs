// Counts the results of the two test runners, and collects their failure messages.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * `failures` holds a text for each failed test: its file, its name, and the beginning of its message.
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

const maxLines = 15;
const maxPageLines = 40;

/**
 * Counts the tests of Vitest's JSON report. A file that failed as a whole counts as one failure.
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
 * Counts the tests of Playwright's JSON report. A test that passed only on a retry counts as failed.
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
 * The accessibility tree of the page at the time of a failure.
 *
 * @param {PlaywrightResult} result
 */
function pagesOf({ attachments = [] }) {
  return attachments.flatMap(({ name, path }) => {
    const context = name === 'error-context' && path ? readText(path) : '';
    const page = /```yaml\n(.*?)\n```/s.exec(context)?.[1] ?? '';
    return page === '' ? [] : ['The page:', ...page.split('\n').slice(0, maxPageLines)];
  });
}

/**
 * @param {(string | undefined)[]} where
 * @param {(string | undefined)[]} [messages]
 */
function failure(where, messages = []) {
  const lines = stripVTControlCharacters(messages.filter(Boolean).join('\n')).split('\n');
  return [where.filter(Boolean).join(' › '), ...lines.slice(0, maxLines)].join('\n  ').trimEnd();
}

/**
 * A runner can fail without a failed test: by an error outside the tests, or because it found no tests.
 *
 * @param {Counts} counts
 * @param {number} code
 */
function settle(counts, code) {
  return { ...counts, failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed };
}

/** @param {string} file */
function read(file) {
  // The file is empty if the runner ended before it wrote a report; its exit code is not zero.
  const text = readText(file);
  return text === '' ? undefined : JSON.parse(text);
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
