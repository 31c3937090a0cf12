// `npm test`: runs all checks and tests, even in a bare clone. The last line reads "N passed, N failed".
import { join } from 'node:path';
import { ensureConsole } from './console.mjs';
import { findChromium } from './installation/chromium.mjs';
import { ensurePrograms } from './installation/debian.mjs';
import { ensureDependencies } from './installation/install.mjs';
import { run } from './processes/children.mjs';
import { endWithNpm } from './processes/parent.mjs';
import { inTestRun } from './processes/test-run.mjs';
import { root, runScript, tell } from './processes/workspace.mjs';
import { countPlaywright, countVitest } from './test-reports.mjs';

/** @typedef {import('./test-reports.mjs').Counts} Counts */

const projects = [
  'tsconfig.json',
  'e2e/tsconfig.json',
  'apps/console/tsconfig.json',
  'packages/sdk/tsconfig.browser.json',
];
/** The static checks. */
const checks = [
  ...projects.map((config) => ({ title: `Types (${config})`, command: 'tsc', args: ['-p', config] })),
  { title: 'Lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
];

/**
 * The system programs that the tests need besides a browser: systemd verifies its unit, promtool the alerting rules,
 * and Go renders the chart as Helm does.
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
  // Failures are printed at the end, where they are easy to find.
  for (const failure of failures) console.log(`\n✗ ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/** @returns {Promise<Counts>} */
async function testEverything() {
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, failures: [] };
  /**
   * Runs one section of the tests; an exception is printed and counts as one failure.
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
    // A section that failed without a failed test is listed by its title.
    const unnamed = counts.failed > counts.failures.length;
    total.failures.push(...counts.failures, ...(unnamed ? [title] : []));
    return counts.failed === 0;
  };

  if (!(await step('Dependencies', () => done(ensureDependencies())))) return total;
  if (process.platform === 'linux') await step('Programs', () => done(ensurePrograms(programs)));
  await inTestRun(async (testRun) => {
    const env = testRun.environment;
    // The tests mostly wait, so the journeys and the CPU-bound checks run at the same time, and are reported afterwards.
    const turn = inTurn();
    const build = turn(ensureConsole);
    const journeys = build.then(() => runPlaywright(testRun));
    // The step that awaits it reports its failure, or that of the build.
    journeys.catch(() => undefined);
    const checked = checks.map(({ title, command, args }) => ({
      title,
      result: turn(() => run(command, args, { cwd: root, env, quiet: true })),
    }));
    await step('Unit and integration tests; the checks and the journeys run meanwhile', () => runVitest(testRun));
    for (const { title, result } of checked) await step(title, () => judge(result));
    if (await step('Console build', () => done(build))) {
      // Uses the system's Node.js: the code that runs before the installed Node.js must not need a newer version.
      await step(`npm start under Node.js ${process.versions.node}`, () => judge(showOptions(env)));
      await step('End-to-end tests', async () => {
        const { output, counts } = await journeys;
        console.log(output.trimEnd());
        return counts;
      });
    }
  });
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
  const { code, output } = await run('playwright', ['test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env,
    quiet: true,
  });
  const advice = code === 0 ? '' : 'npm run e2e keeps the traces of failed journeys in e2e/test-results.\n';
  return { output: output + advice, counts: countPlaywright(report, code) };
}
