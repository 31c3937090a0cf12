// Runs the server in this process, which is Node.js 24 or newer. `start.mjs` prepares everything and comes here.
import module from 'node:module';
import { join } from 'node:path';
import { root, tell } from './workspace.mjs';

/**
 * @param {string[]} argv the server's options
 */
export async function serve(argv) {
  if (process.channel) {
    // `start.mjs` runs under an older Node.js and is at the other end: the server must not outlive it.
    process.once('disconnect', stop);
    process.channel.unref();
  }
  // A closed terminal or pipe must not end the server by an error before it has stopped cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('SIGHUP', stop);
  // A start reads and compiles some hundred files. Not imported by its name, which an older Node.js does not have: it reads
  // this file, too, on its way to the installed one.
  module.enableCompileCache(join(root, '.cache', 'compiled'));
  try {
    const { main } = await import('../apps/server/src/main.ts');
    await main(argv, process.env, () => import('../apps/demo/src/demo.ts'));
  } catch (error) {
    if (error instanceof Error && error.name === 'StartError') console.error(error.message);
    else tell(error);
    process.exit(1);
  }
}

function stop() {
  process.kill(process.pid, 'SIGTERM');
}

if (import.meta.main) await serve(process.argv.slice(2));
