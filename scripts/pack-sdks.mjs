// Packs the SDKs into a folder, each by the tools of its language and without a network: the npm package, wheel and sdist,
// jar with sources and javadoc, and the sources of the Go module and of the C library.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from './processes/children.mjs';
import { Failure, root } from './processes/workspace.mjs';

const buildWheel = `
import os, sys
from setuptools import build_meta
# setuptools changes the arguments of the process.
target = sys.argv[1]
os.makedirs(target, exist_ok=True)
build_meta.build_sdist(target)
build_meta.build_wheel(target)
`;
const python =
  'for one in python3 /usr/bin/python3; do $one -c "import setuptools, wheel" 2>/dev/null && python=$one; done';

/**
 * @typedef {{ folder: string, check: readonly string[], tools: string,
 *   pack: (sources: string, target: string, version: string) => readonly string[] }} Sdk
 */

/** @type {readonly Sdk[]} */
const sdks = [
  {
    folder: 'python',
    // Another Python may come first in the path than the one for which Debian installs packages.
    check: ['/bin/sh', '-c', `${python}; test -n "$python"`],
    tools: 'Python with setuptools and wheel',
    pack: (_sources, target) => ['/bin/sh', '-c', `${python}; exec $python -c '${buildWheel}' "$0"`, target],
  },
  {
    folder: 'java',
    check: ['javac', '--version'],
    tools: 'a JDK',
    pack: (_sources, target, version) => ['./build.sh', target, 'jars', version],
  },
  ...['go', 'c'].map((folder) => ({
    folder,
    check: ['tar', '--version'],
    tools: 'tar',
    pack: (/** @type {string} */ sources, /** @type {string} */ target, /** @type {string} */ version) => [
      'tar',
      '-czf',
      join(target, `keyhold-${folder}-${version}.tar.gz`),
      '-C',
      join(sources, '..'),
      basename(sources),
    ],
  })),
];

/**
 * Packs each SDK whose tools are here; names the others.
 *
 * @param {string} target
 */
export async function packSdks(target) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const { folder, check, tools, pack } of sdks) {
    if ((await execute(check, root)).code !== 0) {
      console.log(`Not packed: sdks/${folder}, which needs ${tools}.`);
      continue;
    }
    const work = mkdtempSync(join(tmpdir(), 'keyhold-sdk-'));
    const sources = join(work, `keyhold-${folder}`);
    const isSource = (/** @type {string} */ path) => !/\.cache|__pycache__|\.test\.ts$/.test(path);
    cpSync(join(root, 'sdks', folder), sources, { recursive: true, filter: isSource });
    const { code, output } = await execute(pack(sources, target, version), sources);
    rmSync(work, { recursive: true });
    if (code !== 0) throw new Failure(`The SDK in sdks/${folder} could not be packed:`, output.trim());
    console.log(`Packed sdks/${folder}`);
  }
  const npm = [process.execPath, join(root, 'packages', 'sdk', 'scripts', 'pack.mjs'), target];
  const { code, output } = await execute(npm, root);
  if (code !== 0) throw new Failure('The SDK in packages/sdk could not be packed:', output.trim());
  console.log('Packed packages/sdk');
}

/**
 * @param {readonly string[]} command
 * @param {string} cwd
 */
async function execute([program = '', ...options], cwd) {
  try {
    return await run(program, options, { cwd, quiet: true });
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
