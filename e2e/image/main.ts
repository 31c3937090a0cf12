// The second half of `npm run image`: in separate namespaces, with every port of deploy/ free, it runs the image of a
// folder as docs/operations.md describes, runs the journey `way-through`, and prints the results.
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './company.ts';
import { openContainer, sizeAboveBase } from './container.ts';
import { goThrough } from './journey.ts';
import { openMailbox } from './mailbox.ts';
import { startPostgres } from './postgres.ts';
import { checkProxy, startProxy } from './proxy.ts';
import { stopUnderLoad } from './stop.ts';

// The first process of a PID namespace gets only the signals that it handles; all other processes end with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const folder = process.argv[2] ?? '';
const url = 'https://localhost';
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
const rows: [string, string][] = [];
const seen = (what: string, figure: string) => {
  rows.push([what, figure]);
  console.log(`${what}: ${figure}`);
};

spawnSync('ip', ['link', 'set', 'lo', 'up']);
seen('The image without its base', megabytes(sizeAboveBase()));
const database = await startPostgres(join(folder, 'database'));
const mailbox = await openMailbox();
await startProxy(folder);
const container = openContainer({
  DATABASE_URL: database.url,
  KEYHOLD_PUBLIC_URL: url,
  KEYHOLD_TRUST_PROXY: 'loopback',
  KEYHOLD_DRAIN_SECONDS: '1',
  KEYHOLD_SECRET_KEYS: Buffer.alloc(32, 1).toString('base64url'),
  SMTP_URL: mailbox.smtpUrl,
});

seen('PostgreSQL', database.version);
const first = await container.start();
seen('Start on an empty database, until it is ready', seconds(first.took));
seen('Memory after the start', megabytes(first.memory().now));
seen('Its user, its rights, its files', first.confinement());
seen('Its health check', container.checkHealth());
seen('nginx', await checkProxy(url));

const people = join(folder, 'people');
await mkdir(people);
const customer = await prepare(url, people, first.rootLink);
seen('The way through', await goThrough({ url, people, mailbox: mailbox.url }));
const { now, most } = first.memory();
seen('Memory after it', `${megabytes(now)}, at most ${megabytes(most)}`);
seen('SIGTERM', await stopUnderLoad(first, url, customer));

const second = await container.start();
seen('Start on that database', seconds(second.took));
seen('SIGTERM when idle', `exit ${await second.stop()}`);
await mailbox.close();
await database.stop();

console.log(`\n| | |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}`);
process.exit(0);
