// `npm run drill:upgrade`: upgrades an installation of version 1.0 to the current version under load.
import { join } from 'node:path';
import { run } from './children.mjs';
import { ensureDependencies } from './install.mjs';
import { endWithNpm } from './parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from './workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  const args = [join(root, 'bench', 'upgrade', 'main.ts'), ...process.argv.slice(2)];
  const { code } = await run(currentNode(), args, { cwd: root, env: toolEnvironment() });
  return code;
});
