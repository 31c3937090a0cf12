// `npm run faults`: injects one fault after another under constant load, and reports the failures of the clients.
// `npm run drill:night`: keeps each fault until Prometheus raises its alarm, then repairs it as the runbook says.
import { join } from 'node:path';
import { ensurePrograms } from '../installation/debian.mjs';
import { ensureDependencies } from '../installation/install.mjs';
import { run } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from '../processes/workspace.mjs';

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
