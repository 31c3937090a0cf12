// `npm run bench`: measures the product, most of it against a bare server on the same database, and prints a table.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { startInstallation } from './installation.ts';
import { startLoadClient } from './load.ts';
import type { Line, Part } from './part.ts';
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
import { table } from './table.ts';

const parts: Readonly<Record<string, Part>> = {
  a: measureGetUser,
  b: measureLists,
  c: measureSignIn,
  d: measureCreateUser,
  e: measureLeases,
  f: measureRelease,
  g: async (...all) => [...(await measureMemory(...all)), ...(await measureStart(...all))],
  h: measurePages,
  i: measureTyping,
};

const { values } = parseArgs({
  options: {
    // Idle memory is measured before the first request.
    only: { type: 'string', default: 'gabcdefhi' },
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
const lines: Line[] = [];
try {
  for (const name of values.only) {
    const measure = parts[name];
    if (!measure) throw new Error(`There is no part ${name}; the parts are ${Object.keys(parts).join(', ')}.`);
    try {
      const measured = await measure(installation, client, effort);
      lines.push(...measured);
      console.error(table(measured));
    } catch (error) {
      // The other parts are still measured.
      console.error(`Part ${name} failed:`, error);
      process.exitCode = 1;
    }
  }
} finally {
  client.close();
  await installation.stop();
}
console.log(table(lines));

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
await writeFile(file, `${JSON.stringify({ measured, seconds, machine, effort, lines }, null, 2)}\n`);
