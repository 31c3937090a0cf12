// `node packages/sdk/scripts/pack.mjs FOLDER` packs the package for publication: ES modules and their declarations. Its
// package.json exports the compiled modules, that of the workspace their sources.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: node packages/sdk/scripts/pack.mjs FOLDER');
  process.exit(1);
}
const target = resolve(folder, 'keyhold-sdk');
const dist = join(target, 'dist');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
execFileSync(process.execPath, [compiler, '-p', join(source, 'tsconfig.build.json'), '--outDir', dist], {
  stdio: 'inherit',
});
// The compiler rewrites the endings of imports in the modules, but not in their declarations.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))) {
  const text = readFileSync(join(dist, name), 'utf8');
  writeFileSync(join(dist, name), text.replace(/(from '\.{1,2}\/[\w/.-]+)\.ts'/g, "$1.js'"));
}
for (const name of ['LICENSE', 'README.md']) cpSync(join(source, name), join(target, name));
/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { name: packageName, private: _private, ...manifest } = read(join(source, 'package.json'));
const published = {
  name: packageName,
  // The workspace has none, so that `npm pack` refuses to pack its sources under the name of this package.
  version: read(join(source, '..', '..', 'package.json')).version,
  ...manifest,
  imports: { '#runtime': { node: './dist/device/runtime-node.js', default: './dist/device/runtime-web.js' } },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  main: './dist/index.js',
  types: './dist/index.d.ts',
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: target,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
