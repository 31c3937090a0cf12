// `npm run faults`: injects one fault after the other while clients work without a pause, and reports their failures.
import { join } from 'node:path';
import { run } from './children.mjs';
import { ensureDependencies } from './install.mjs';
import { endWithNpm } from './parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from './workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  const args = [join(root, 'bench', 'faults', 'main.ts'), ...process.argv.slice(2)];
  const { code } = await run(currentNode(), args, { cwd: root, env: toolEnvironment() });
  return code;
});
