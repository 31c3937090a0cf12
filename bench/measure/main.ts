// `npm run bench`: measures the product, most of it against a bare server on the same database, and prints a table.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { startInstallation } from './installation.ts';
import { startLoadClient } from './load.ts';
import type { Part } from './part.ts';
import { measureCreateUser } from './parts/create-user.ts';
import { measureGetUser } from './parts/get-user.ts';
import { measureLeases } from './parts/leases.ts';
import { measureLists } from './parts/list-users.ts';
import { measureMemory } from './parts/memory.ts';
import { measurePages } from './parts/pages.ts';
import { measureRelease } from './parts/release.ts';
import { measureSignIn } from './parts/sign-in.ts';
import { measureStart } from './parts/start.ts';
import { measureTyping } from './parts/typing.ts';
import { type Row, table } from './table.ts';

/** The parts by the names of their files, in the order in which they run: idle memory before the first request. */
const parts: Readonly<Record<string, Part>> = {
  memory: measureMemory,
  start: measureStart,
  'get-user': measureGetUser,
  'list-users': measureLists,
  'sign-in': measureSignIn,
  'create-user': measureCreateUser,
  leases: measureLeases,
  release: measureRelease,
  pages: measurePages,
  typing: measureTyping,
};

const { values } = parseArgs({
  options: {
    /** Names of parts, separated by commas. */
    only: { type: 'string', default: Object.keys(parts).join() },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    /** The folder of another installed checkout, whose server is measured beside this one's. */
    before: { type: 'string' },
    /** A folder for the profile of the product's server. */
    profile: { type: 'string' },
  },
});
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const profiling = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];

const began = performance.now();
const installation = await startInstallation(profiling, values.before);
const client = startLoadClient();
const rows: Row[] = [];
try {
  for (const part of values.only.split(',')) {
    const measure = parts[part];
    if (!measure) throw new Error(`There is no part ${part}; the parts are ${Object.keys(parts).join(', ')}.`);
    try {
      const measured = (await measure(installation, client, effort)).map((line) => ({ part, ...line }));
      rows.push(...measured);
      console.error(table(measured));
    } catch (error) {
      // The other parts are still measured.
      console.error(`Part ${part} failed:`, error);
      process.exitCode = 1;
    }
  }
} finally {
  client.close();
  await installation.stop();
}
console.log(table(rows));

const measured = new Date().toISOString();
const processor = cpus();
const machine = {
  processors: processor.length,
  model: processor[0]?.model ?? '',
  memory: totalmem(),
  node: process.version,
};
const seconds = Math.round((performance.now() - began) / 1000);
const folder = new URL('../results/', import.meta.url);
await mkdir(folder, { recursive: true });
const file = new URL(`${measured.replaceAll(':', '-')}.json`, folder);
await writeFile(file, `${JSON.stringify({ measured, seconds, machine, effort, lines: rows }, null, 2)}\n`);
