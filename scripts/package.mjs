// `npm run package`: builds the npm package `keyhold` in dist/keyhold, and packs it beside that folder. It holds the
// compiled server, the command, the built console, the API page and the demo's example application, in the same folders
// as here. The SDKs for applications are packed beside it.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { ensureConsole } from './console.mjs';
import { ensureDependencies } from './installation/install.mjs';
import { packSdks } from './pack-sdks.mjs';
import { run } from './processes/children.mjs';
import { endWithNpm } from './processes/parent.mjs';
import { Failure, root, runScript } from './processes/workspace.mjs';

const target = join(root, 'dist', 'keyhold');
/** The entry points: everything else is imported by them. */
const entries = [
  'apps/server/bin/keyhold.mjs',
  'apps/server/src/passwords/hash-worker.ts',
  'examples/terminal-studio/src/fleet.ts',
];
/** The workspaces whose modules the package holds. */
const workspaces = [
  'apps/server',
  'apps/demo',
  'examples/terminal-studio',
  'packages/cli',
  'packages/client',
  'packages/contract',
  'packages/pg-round-trip',
  'packages/sdk',
];

/**
 * @typedef {{ name: string, version: string, license: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} Manifest
 */

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensureConsole();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest = publishedManifest();
  await compile(Object.keys(manifest.dependencies));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const folder of ['apps/console/dist', 'apps/server/docs-page']) {
    cpSync(join(root, folder), join(target, folder), { recursive: true });
  }
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(target, name));
  cpSync(join(root, 'deploy', 'npm', 'README.md'), join(target, 'README.md'));
  await pack('npm', ['pack', '--silent', '--pack-destination', join(root, 'dist')]);
  await packSdks(join(root, 'dist'));
  return 0;
});

/**
 * Runs a command that packs a package into dist and prints the name of its file.
 *
 * @param {string} command
 * @param {readonly string[]} options
 */
async function pack(command, options) {
  const { code, output } = await run(command, options, { cwd: target, quiet: true });
  if (code !== 0) throw new Failure('The package could not be packed:', output.trim());
  console.log(`Packed ${relative(root, join(root, 'dist', output.trim()))}`);
}

/** The manifest of one package with the dependencies of all workspaces. */
function publishedManifest() {
  const manifests = workspaces.map((folder) => readManifest(join(root, folder)));
  const whole = readManifest(root);
  const [server] = manifests;
  if (!server) throw new Error('There is no server to package.');
  const outside = manifests.flatMap((manifest) =>
    Object.entries(manifest.dependencies ?? {}).filter(([name]) => !name.startsWith('@keyhold/')),
  );
  return {
    name: 'keyhold',
    version: server.version,
    description:
      'Cloud licensing and identity administration: console, API server, licensing runtime and operator CLI.',
    license: server.license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { keyhold: 'apps/server/bin/keyhold.js' },
    dependencies: Object.fromEntries(outside.sort(([a], [b]) => (a < b ? -1 : 1))),
    optionalDependencies: { ...server.optionalDependencies, ...whole.optionalDependencies },
  };
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * Compiles every module to its own file, so that relative paths stay valid. Fails if a module imports a package that
 * the manifest does not name.
 *
 * @param {string[]} dependencies
 */
async function compile(dependencies) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: entries.map((entry) => join(root, entry)),
    cwd: root,
    platform: 'node',
    external: (id) => isBuiltin(id) || dependencies.some((name) => id === name || id.startsWith(`${name}/`)),
    onLog(level, log) {
      if (level !== 'info' && level !== 'debug') throw new Failure(`The package could not be compiled: ${log.message}`);
    },
  });
  await bundle.write({
    dir: target,
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: root,
    entryFileNames: '[name].js',
    sourcemap: false,
  });
  await bundle.close();
}
