// `npm run e2e`: the end-to-end tests alone. Arguments go to Playwright: `npm run e2e -- users.spec.ts`.

import { join } from 'node:path';
import { run } from './children.mjs';
import { findChromium } from './chromium.mjs';
import { ensureConsole } from './console.mjs';
import { ensureDependencies } from './install.mjs';
import { endWithNpm } from './parent.mjs';
import { root, runScript, toolEnvironment } from './workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensureConsole();
  const env = { ...toolEnvironment(), CHROMIUM_PATH: await findChromium() };
  const { code } = await run('playwright', ['test', ...process.argv.slice(2)], { cwd: join(root, 'e2e'), env });
  return code;
});
