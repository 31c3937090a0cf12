// `npm run build`: builds the console.
import { ensureConsole } from './console.mjs';
import { ensureDependencies } from './installation/install.mjs';
import { runScript } from './processes/workspace.mjs';

await runScript(async () => {
  await ensureDependencies();
  await ensureConsole();
  return 0;
});
