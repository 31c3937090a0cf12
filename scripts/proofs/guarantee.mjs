// `npm run guarantee:NAME -- …`: tests one guarantee of docs/licensing-guarantees.md; `npm run guarantees` tests all.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../installation/install.mjs';
import { run } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { inTestRun, wholeNumber } from '../processes/test-run.mjs';
import { currentNode, root, runScript } from '../processes/workspace.mjs';

const names = [
  'race',
  'faults',
  'release',
  'heartbeats',
  'frozen',
  'explain',
  'ending',
  'waiting',
  'pools',
  'jobs',
  'sdks',
];

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  const [name, ...options] = process.argv.slice(2);
  let failed = 0;
  for (const one of name ? [name] : names) {
    if (!name) console.log(`\n— guarantee:${one}`);
    failed += (await attempt(one, options)) === 0 ? 0 : 1;
  }
  return failed === 0 ? 0 : 1;
});

/**
 * @param {string} name
 * @param {string[]} options
 */
function attempt(name, options) {
  return inTestRun(async ({ environment }) => {
    if (name === 'explain') return explain(options, environment);
    const args = [join(root, 'bench', 'guarantees', `${name}.ts`), ...options];
    // Go with the race detector, C under valgrind.
    const env = { KEYHOLD_SDKS: 'thorough', ...environment };
    return (await run(currentNode(), args, { cwd: root, env })).code;
  });
}

/**
 * Runs the test of `explain` on `--accounts` accounts, generated from `--seed` or a random seed, which is printed.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 */
async function explain(args, environment) {
  const { values } = parseArgs({
    args,
    options: { accounts: { type: 'string', default: '500' }, seed: { type: 'string' } },
  });
  const env = {
    ...environment,
    EXPLAIN_ACCOUNTS: wholeNumber('accounts', values.accounts),
    ...(values.seed === undefined ? {} : { EXPLAIN_SEED: wholeNumber('seed', values.seed) }),
  };
  const file = 'apps/server/src/modules/leases/explain/explain-agrees.test.ts';
  return (await run('vitest', ['run', '--project', 'server', file], { cwd: root, env })).code;
}
