// `npm run e2e`: the end-to-end tests alone. Arguments go to Playwright: `npm run e2e -- users.spec.ts`.

import { join } from 'node:path';
import { ensureConsole } from './console.mjs';
import { findChromium } from './installation/chromium.mjs';
import { ensureDependencies } from './installation/install.mjs';
import { run } from './processes/children.mjs';
import { endWithNpm } from './processes/parent.mjs';
import { inTestRun } from './processes/test-run.mjs';
import { root, runScript } from './processes/workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensureConsole();
  return inTestRun(async ({ environment }) => {
    const env = { ...environment, CHROMIUM_PATH: await findChromium(), KEYHOLD_E2E_TRACE: '1' };
    // Traces of failed tests are kept here after the run.
    const args = ['test', '--output', join(root, 'e2e', 'test-results'), ...process.argv.slice(2)];
    return (await run('playwright', args, { cwd: join(root, 'e2e'), env })).code;
  });
});
