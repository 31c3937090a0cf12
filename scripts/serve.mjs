// Runs the server in this process, which is Node.js 24 or newer, after `start.mjs` has prepared everything.
import module from 'node:module';
import { join } from 'node:path';
import { root, tell } from './processes/workspace.mjs';

/**
 * @param {string[]} argv the server's options
 */
export async function serve(argv) {
  if (process.channel) {
    // `start.mjs` runs under an older Node.js at the other end of the channel: the server must not outlive it.
    process.once('disconnect', stop);
    process.channel.unref();
  }
  // A closed terminal or pipe must not crash the server before it has stopped cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('SIGHUP', stop);
  // A start compiles several hundred files. A named import would fail in an older Node.js, which lacks the export but
  // also loads this file before it starts the installed Node.js.
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
