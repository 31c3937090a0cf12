// `npm run drill:upgrade`: upgrades an installation of version 1.0 to the current version under load.
import { join } from 'node:path';
import { ensureDependencies } from '../installation/install.mjs';
import { run } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from '../processes/workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  const args = [join(root, 'bench', 'upgrade', 'main.ts'), ...process.argv.slice(2)];
  const { code } = await run(currentNode(), args, { cwd: root, env: toolEnvironment() });
  return code;
});
