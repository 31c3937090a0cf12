// `npm run fuzz -- --requests 20000 --seed 7`: sends random requests of every call as every kind of caller, and checks
// each reply against the contract. The same seed sends the same requests; the default seed is random and printed.
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../installation/install.mjs';
import { run } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { inTestRun, wholeNumber } from '../processes/test-run.mjs';
import { root, runScript } from '../processes/workspace.mjs';

endWithNpm();
await runScript(async () => {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
  await ensureDependencies();
  return inTestRun(async ({ environment }) => {
    const env = {
      ...environment,
      FUZZ_REQUESTS: wholeNumber('requests', values.requests ?? '20000'),
      ...(values.seed === undefined ? {} : { FUZZ_SEED: wholeNumber('seed', values.seed) }),
    };
    const args = ['run', '--project', 'server', 'apps/server/test/fuzz'];
    return (await run('vitest', args, { cwd: root, env })).code;
  });
});
