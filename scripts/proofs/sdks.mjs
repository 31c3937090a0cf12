// `npm run sdks`: installs the tools of every language (on Debian, as root), checks each SDK as strictly as its language can,
// runs the conformance bed for all, prints the table of cases and languages, and packs the SDKs into dist.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrograms } from '../installation/debian.mjs';
import { ensureDependencies } from '../installation/install.mjs';
import { packSdks } from '../pack-sdks.mjs';
import { run } from '../processes/children.mjs';
import { endWithNpm } from '../processes/parent.mjs';
import { inTestRun } from '../processes/test-run.mjs';
import { root, runScript } from '../processes/workspace.mjs';

const tools = {
  '/usr/bin/go': 'golang-go',
  '/usr/bin/gcc': 'gcc',
  '/usr/bin/g++': 'g++',
  '/usr/bin/cmake': 'cmake',
  '/usr/bin/make': 'make',
  '/usr/bin/pkg-config': 'pkg-config',
  '/usr/bin/valgrind': 'valgrind',
  '/usr/bin/curl-config': 'libcurl4-openssl-dev',
  '/usr/include/openssl/evp.h': 'libssl-dev',
  '/usr/include/jansson.h': 'libjansson-dev',
  '/usr/bin/javac': 'default-jdk-headless',
  '/usr/bin/python3': 'python3',
  '/usr/bin/mypy': 'mypy',
  '/usr/lib/python3/dist-packages/cryptography': 'python3-cryptography',
  '/usr/lib/python3/dist-packages/setuptools': 'python3-setuptools',
  '/usr/lib/python3/dist-packages/wheel': 'python3-wheel',
};

const outcomes = join(root, 'sdks', 'conformance', '.cache');

/** @type {readonly { cwd: string, command: string, options: readonly string[] }[]} */
const checks = [
  { cwd: 'sdks/python', command: 'mypy', options: ['--strict', 'keyhold'] },
  { cwd: 'sdks/go', command: 'go', options: ['vet', './...'] },
  { cwd: 'sdks/go', command: 'go', options: ['test', '-race', './...'] },
];

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensurePrograms(tools);
  rmSync(outcomes, { recursive: true, force: true });
  let code = 0;
  for (const { cwd, command, options } of checks) {
    console.log(`${command} ${options.join(' ')}`);
    code = (await run(command, [...options], { cwd: join(root, cwd) })).code || code;
  }
  const bed = await inTestRun(({ environment }) => {
    const env = { ...environment, KEYHOLD_SDKS: 'thorough' };
    return run('vitest', ['run', '--project', 'server', 'sdks/', '--reporter=dot'], { env, cwd: root });
  });
  printTable();
  mkdirSync(join(root, 'dist'), { recursive: true });
  await packSdks(join(root, 'dist'));
  return bed.code || code;
});

/** Prints a line for each case, with a column for each language. */
function printTable() {
  if (!existsSync(outcomes)) return;
  const files = readdirSync(outcomes).sort();
  const languages = files.map((file) => file.replace('.json', ''));
  const passed = files.map((file) => JSON.parse(readFileSync(join(outcomes, file), 'utf8')));
  console.log(['Case'.padEnd(100), ...languages].join('  '));
  for (const name of Object.keys(passed[0] ?? {})) {
    const marks = passed.map((of, index) => (of[name] ? '✓' : '✗').padEnd(languages[index]?.length ?? 0));
    console.log([name.padEnd(100), ...marks].join('  '));
  }
}
