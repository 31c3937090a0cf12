// `npm run crash -- --rounds 50`: kills the server repeatedly during writes, and reports lost data.
import { join } from 'node:path';
import { ensureConsole } from '../console.mjs';
import { ensureDependencies } from '../installation/install.mjs';
import { run } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from '../processes/workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensureConsole();
  const args = [join(root, 'e2e', 'kill-server.ts'), ...process.argv.slice(2)];
  const { code } = await run(currentNode(), args, { cwd: root, env: toolEnvironment() });
  return code;
});
