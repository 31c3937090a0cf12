import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startNginx } from '../../bench/faults/nginx.ts';
import { startPostgres } from '../image/postgres.ts';

const units = '/etc/systemd/system';
const proxyPort = 8000;
const clients = 4;

/** A server of its own on this machine, by a copy of the unit: the documents have one on each machine. */
interface Server {
  readonly name: string;
  readonly port: number;
}

const servers: readonly Server[] = [
  { name: 'keyhold-one', port: 8081 },
  { name: 'keyhold-two', port: 8082 },
];

/** The commands of docs/operations.md that restart one server of several. */
function documentedCommands(): string {
  const page = readFileSync(fileURLToPath(new URL('../../docs/operations.md', import.meta.url)), 'utf8');
  const commands = /<!-- rolling restart -->\s*```sh\n(.*?)```/s.exec(page)?.[1];
  if (!commands) throw new Error('docs/operations.md has no commands for a rolling restart.');
  return commands;
}

/** Restarts two servers behind nginx as documented, while clients send requests, and reports the lost requests. */
export async function restartAll(): Promise<{ lost: readonly string[]; figure: string }> {
  const folder = '/var/lib/keyhold-drill';
  mkdirSync(folder);
  const database = await startPostgres(join(folder, 'database'));
  for (const server of servers) install(server, database.url);
  execFileSync('systemctl', ['daemon-reload']);
  for (const server of servers) await start(server);
  const nginx = await startNginx(
    join(folder, 'nginx'),
    proxyPort,
    servers.map(({ port }) => port),
  );
  const load = startLoad(nginx.url);
  await sleep(1_000);
  for (const { name, port } of servers) {
    const commands = documentedCommands().replaceAll('keyhold', name).replaceAll('8080', String(port));
    // In the background: the clients of this process go on.
    await promisify(execFile)('sh', ['-euc', commands]);
  }
  await sleep(1_000);
  const { sent, lost } = await load.end();
  for (const { name } of servers) execFileSync('systemctl', ['stop', name]);
  await nginx.stop();
  await database.stop();
  return { lost, figure: `${sent} requests, ${lost.length} lost` };
}

/** Starts a server, and waits until it is ready, whatever type its unit has. */
async function start({ name, port }: Server): Promise<void> {
  try {
    execFileSync('systemctl', ['start', name]);
  } catch (error) {
    throw new Error(`${name} did not start: ${readFileSync(`/run/${name}.log`, 'utf8')}`, { cause: error });
  }
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await ready())) await sleep(100);
}

/** Copies the unit; only what two servers on one machine cannot share differs. */
function install({ name, port }: Server, databaseUrl: string): void {
  copyFileSync(join(units, 'keyhold.service'), join(units, `${name}.service`));
  mkdirSync(join(units, `${name}.service.d`));
  const settings = {
    KEYHOLD_PORT: port,
    KEYHOLD_DATA_DIR: `/var/lib/${name}`,
    DATABASE_URL: databaseUrl,
    KEYHOLD_SECRET_KEYS: Buffer.alloc(32, 1).toString('base64url'),
  };
  const lines = Object.entries(settings).map(([setting, value]) => `${setting}='${value}'`);
  const file = `/etc/keyhold/${name}.env`;
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(
    join(units, `${name}.service.d`, 'drill.conf'),
    `[Service]
EnvironmentFile=${file}
StateDirectory=${name}
WorkingDirectory=/var/lib/${name}
# Longer than the pause of the documented commands: only their wait for the server can bridge it.
ExecStart=
ExecStart=/bin/sh -c 'sleep 5; exec /opt/keyhold/node_modules/.bin/keyhold start'
StandardOutput=append:/run/${name}.log
StandardError=append:/run/${name}.log
`,
  );
}

/** Sends reads and writes without a pause; each is lost that gets no reply or another than the server's own. */
function startLoad(url: string) {
  const lost: string[] = [];
  let sent = 0;
  let ending = false;
  const json = { 'content-type': 'application/json' };
  const requests: readonly [path: string, init: RequestInit, expected: number][] = [
    ['/license/v1/root-key', {}, 200],
    // A write that the server refuses for its form counts on nobody's limit.
    ['/auth/v1/authorize', { method: 'POST', headers: json, body: '{}' }, 400],
  ];
  const client = async () => {
    while (!ending) {
      for (const [path, init, expected] of requests) {
        sent += 1;
        const status = await fetch(`${url}${path}`, init).then(
          async (reply) => {
            await reply.arrayBuffer();
            return reply.status;
          },
          (error: Error) => error.message,
        );
        if (status !== expected) lost.push(`${path}: ${status}`);
        await sleep(20);
      }
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    async end() {
      ending = true;
      await Promise.all(running);
      return { sent, lost };
    },
  };
}
