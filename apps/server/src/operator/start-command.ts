import { type Command, defineCommand, headings } from '@keyhold/cli';
import type { LoadDemo } from '../start/demo.ts';

/** The options of a start, as given on the command line. */
interface StartOptions {
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly demo: boolean;
}

/** `start` */
export function addStart(program: Command, loadDemo: LoadDemo): void {
  defineCommand(program, 'start', 'Start database, server and console. All other settings are environment variables.', [
    'keyhold start',
    'keyhold start --no-demo --port 9000 --data /srv/keyhold',
  ])
    .helpGroup(headings.installation)
    .option('--port <port>', 'listen on this port (KEYHOLD_PORT, default 8080)')
    .option('--host <host>', 'listen on this address (KEYHOLD_HOST, default 127.0.0.1)')
    .option('--data <folder>', 'store all data in this folder (KEYHOLD_DATA_DIR, default ./data)')
    .option('--no-demo', 'start without demo data and mailbox')
    .action((options: StartOptions) => runStart(options, loadDemo));
}

async function runStart({ port, host, data, demo }: StartOptions, loadDemo: LoadDemo): Promise<void> {
  // A closed terminal or pipe must not end the server before it has stopped cleanly.
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => undefined);
  }
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
  const { main: startServer } = await import('../main.ts');
  await startServer(
    [
      ...(port === undefined ? [] : ['--port', port]),
      ...(host === undefined ? [] : ['--host', host]),
      ...(data === undefined ? [] : ['--data', data]),
      ...(demo ? [] : ['--no-demo']),
    ],
    process.env,
    loadDemo,
  );
}
