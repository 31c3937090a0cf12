// `npm run faults`: injects one fault after the other while clients work without a pause, and reports their failures.
// `npm run drill:night`: lets each last until a Prometheus raises its alarm, and mends it as the runbook says.
import { join } from 'node:path';
import { run } from './children.mjs';
import { ensurePrograms } from './debian.mjs';
import { ensureDependencies } from './install.mjs';
import { endWithNpm } from './parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from './workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  const [first, ...others] = process.argv.slice(2);
  const isNight = first === 'night';
  if (isNight) await ensurePrograms({ '/usr/bin/prometheus': 'prometheus', '/usr/bin/openssl': 'openssl' });
  const rest = isNight ? others : process.argv.slice(2);
  const args = [join(root, 'bench', isNight ? 'night' : 'faults', 'main.ts'), ...rest];
  const { code } = await run(currentNode(), args, { cwd: root, env: toolEnvironment() });
  return code;
});
