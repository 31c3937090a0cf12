// `npm start`: installs what is missing, builds what is stale, and runs the server. Options are passed to the server.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureConsole } from './console.mjs';
import { ensureDependencies } from './installation/install.mjs';
import { endWithNpm } from './processes/parent.mjs';
import { currentNode, Failure, root, runScript } from './processes/workspace.mjs';
import { serve } from './serve.mjs';

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensureConsole();
  const node = currentNode();
  const options = process.argv.slice(2);
  if (node !== process.execPath) return await runBelow(node, options);
  await serve(options);
  return undefined;
});

/**
 * Runs the server under the installed Node.js and ends with its exit code or signal. When this process dies, the closed
 * channel stops the server.
 *
 * @param {string} node
 * @param {string[]} options
 * @returns {Promise<number>}
 */
function runBelow(node, options) {
  const server = spawn(node, [join(root, 'scripts', 'serve.mjs'), ...options], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => server.kill(signal));
  }
  return new Promise((resolve, reject) => {
    server.once('error', () => {
      reject(
        new Failure(`The installed Node.js (${node}) does not run on this system. Install Node.js 24 and start again.`),
      );
    });
    server.once('exit', (code, signal) => {
      if (signal) {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      }
      resolve(code ?? 1);
    });
  });
}
