// `npm test`: everything that must hold, from a bare clone. The last line reads "N passed, N failed".
import { join } from 'node:path';
import { run, whenInterrupted } from './children.mjs';
import { findChromium } from './chromium.mjs';
import { ensureConsole } from './console.mjs';
import { ensurePrograms } from './debian.mjs';
import { ensureDependencies } from './install.mjs';
import { endWithNpm } from './parent.mjs';
import { countPlaywright, countVitest } from './test-reports.mjs';
import { openTestRun } from './test-run.mjs';
import { root, runScript, tell } from './workspace.mjs';

/** @typedef {import('./test-reports.mjs').Counts} Counts */

const projects = [
  'tsconfig.json',
  'e2e/tsconfig.json',
  'apps/console/tsconfig.json',
  'packages/sdk/tsconfig.browser.json',
];
/** The checks that run nothing. */
const checks = [
  ...projects.map((config) => ({ title: `Types (${config})`, command: 'tsc', args: ['-p', config] })),
  { title: 'Lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
];

/**
 * What the tests need of the system besides a browser: systemd judges its unit, promtool the rules of alarms, and Go renders
 * the chart as Helm does.
 */
const programs = {
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/promtool': 'prometheus',
  '/usr/bin/go': 'golang-go',
  '/usr/share/gocode/src/github.com/Masterminds/sprig': 'golang-github-masterminds-sprig-dev',
  '/usr/share/gocode/src/gopkg.in/yaml.v3': 'golang-gopkg-yaml.v3-dev',
};

endWithNpm();
await runScript(async () => {
  const { passed, failed, failures } = await testEverything();
  // What failed stands at the end, where it is not lost among what passed.
  for (const failure of failures) console.log(`\n✗ ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/** @returns {Promise<Counts>} */
async function testEverything() {
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, failures: [] };
  /**
   * One section of the tests; an exception is printed and counts as one failure.
   *
   * @param {string} title
   * @param {() => Promise<Counts>} part
   */
  const step = async (title, part) => {
    console.log(`\n— ${title}`);
    const counts = await part().catch((error) => {
      tell(error);
      return { passed: 0, failed: 1, failures: [] };
    });
    total.passed += counts.passed;
    total.failed += counts.failed;
    // A section that failed without a failed test is named by itself.
    const unnamed = counts.failed > counts.failures.length;
    total.failures.push(...counts.failures, ...(unnamed ? [title] : []));
    return counts.failed === 0;
  };

  if (!(await step('Dependencies', () => done(ensureDependencies())))) return total;
  if (process.platform === 'linux') await step('Programs', () => done(ensurePrograms(programs)));
  const testRun = openTestRun();
  whenInterrupted(testRun.close);
  try {
    const env = testRun.environment;
    // The tests wait a lot. The checks, which only compute, run meanwhile and are reported afterwards.
    const turn = inTurn();
    const checked = checks.map(({ title, command, args }) => ({
      title,
      result: turn(() => run(command, args, { cwd: root, env, quiet: true })),
    }));
    const build = turn(ensureConsole);
    await step('Unit and integration tests', () => runVitest(testRun));
    for (const { title, result } of checked) await step(title, () => judge(result));
    if (await step('Console build', () => done(build))) {
      // In a bare clone, by the system's Node.js: nothing that runs before the installed one may need a newer one.
      await step(`npm start under Node.js ${process.versions.node}`, () => judge(showOptions(env)));
      await step('End-to-end tests', () => runPlaywright(testRun));
    }
  } finally {
    await testRun.close();
  }
  return total;
}

/** @param {Promise<void>} work */
async function done(work) {
  await work;
  return { passed: 0, failed: 0, failures: [] };
}

/** Returns a function that starts work when the previous work has ended, and returns its result. */
function inTurn() {
  /** @type {Promise<unknown>} */
  let before = Promise.resolve();
  /**
   * @template Result
   * @param {() => Promise<Result>} work
   */
  return (work) => {
    const result = before.then(work);
    // The caller that awaits it handles its failure.
    before = result.catch(() => undefined);
    return result;
  };
}

/**
 * @param {ReturnType<typeof run>} checked
 * @returns {Promise<Counts>}
 */
async function judge(checked) {
  const { code, output } = await checked;
  if (code !== 0) console.log(output.trimEnd());
  return { passed: 0, failed: code === 0 ? 0 : 1, failures: [] };
}

/** @param {NodeJS.ProcessEnv} env */
function showOptions(env) {
  return run(process.execPath, [join(root, 'scripts', 'start.mjs'), '--help'], { cwd: root, env, quiet: true });
}

/** @param {{ folder: string, environment: NodeJS.ProcessEnv }} testRun */
async function runVitest({ folder, environment: env }) {
  const report = join(folder, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run('vitest', args, { cwd: root, env });
  return countVitest(report, code);
}

/** @param {{ folder: string, environment: NodeJS.ProcessEnv }} testRun */
async function runPlaywright({ folder, environment }) {
  const report = join(folder, 'playwright.json');
  const env = { ...environment, CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { code } = await run('playwright', ['test', '--reporter=list,json'], { cwd: join(root, 'e2e'), env });
  if (code !== 0) console.log('npm run e2e keeps the traces of failed journeys in e2e/test-results.');
  return countPlaywright(report, code);
}
