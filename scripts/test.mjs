// `npm test`: everything that must hold, from a bare clone. The last line reads "N passed, N failed".
import { join } from 'node:path';
import { run, whenInterrupted } from './children.mjs';
import { findChromium } from './chromium.mjs';
import { ensureConsole } from './console.mjs';
import { ensureDependencies } from './install.mjs';
import { endWithNpm } from './parent.mjs';
import { countPlaywright, countVitest } from './test-reports.mjs';
import { openTestRun } from './test-run.mjs';
import { root, runScript, tell } from './workspace.mjs';

/** @typedef {import('./test-reports.mjs').Counts} Counts */

endWithNpm();
await runScript(async () => {
  const { passed, failed } = await testEverything();
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/** @returns {Promise<Counts>} */
async function testEverything() {
  const total = { passed: 0, failed: 0 };
  /**
   * One part of the tests; whatever it throws is told and counts as one failure.
   *
   * @param {string} title
   * @param {() => Promise<Counts>} part
   */
  const step = async (title, part) => {
    console.log(`\n— ${title}`);
    const counts = await part().catch((error) => {
      tell(error);
      return { passed: 0, failed: 1 };
    });
    total.passed += counts.passed;
    total.failed += counts.failed;
    return counts.failed === 0;
  };

  if (!(await step('Dependencies', () => done(ensureDependencies())))) return total;
  const testRun = openTestRun();
  whenInterrupted(testRun.close);
  try {
    const env = testRun.environment;
    for (const config of ['tsconfig.json', 'e2e/tsconfig.json', 'apps/console/tsconfig.json']) {
      await step(`Types (${config})`, () => check('tsc', ['-p', config], env));
    }
    await step('Lint', () => check('biome', ['check', '--error-on-warnings', '.'], env));
    await step('Unit and integration tests', () => runVitest(testRun));
    if (await step('Console build', () => done(ensureConsole()))) {
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
  return { passed: 0, failed: 0 };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Counts>}
 */
async function check(command, args, env) {
  const { code } = await run(command, args, { cwd: root, env });
  return { passed: 0, failed: code === 0 ? 0 : 1 };
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
