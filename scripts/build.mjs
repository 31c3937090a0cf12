// `npm run build`: builds the console.
import { ensureConsole } from './console.mjs';
import { ensureDependencies } from './install.mjs';
import { runScript } from './workspace.mjs';

await runScript(async () => {
  await ensureDependencies();
  await ensureConsole();
  return 0;
});
