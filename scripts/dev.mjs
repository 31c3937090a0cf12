// `npm run dev`: the server, restarted when its sources change, behind Vite's development server for the console.
import { join } from 'node:path';
import { ensureDependencies } from './installation/install.mjs';
import { run } from './processes/children.mjs';
import { endWithNpm } from './processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from './processes/workspace.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  const port = process.env['KEYHOLD_PORT'] ?? '8080';
  const env = { ...toolEnvironment(), KEYHOLD_PORT: port, KEYHOLD_DEV_SERVER: `http://127.0.0.1:${port}` };
  const server = join(root, 'scripts', 'serve.mjs');
  const ended = await Promise.race([
    run(currentNode(), ['--watch', '--watch-preserve-output', server, ...process.argv.slice(2)], { cwd: root, env }),
    run('vite', ['dev'], { cwd: join(root, 'apps', 'console'), env }),
  ]);
  // Neither is useful without the other: this ends the remaining one, too.
  process.kill(process.pid, 'SIGTERM');
  return ended.code;
});
