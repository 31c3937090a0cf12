import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes/children.mjs';
import { Failure } from '../processes/workspace.mjs';

/**
 * The environment in which buildah keeps all data in a folder on any file system, and needs no container runtime.
 *
 * @param {string} folder
 */
export function buildahEnvironment(folder) {
  const file = join(folder, 'storage.conf');
  const settings = { driver: 'vfs', graphroot: join(folder, 'storage'), runroot: join(folder, 'run') };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(file, ['[storage]', ...lines, ''].join('\n'));
  return { CONTAINERS_STORAGE_CONF: file, BUILDAH_ISOLATION: 'chroot' };
}

/**
 * Runs a program to its end and returns its output.
 *
 * @param {string} program
 * @param {string[]} args
 */
export async function command(program, ...args) {
  const { code, output } = await run(program, args, { quiet: true });
  if (code === 0) return output;
  throw new Failure(`${program} ${args[0]} failed. It says:`, output.trim().split('\n').slice(-30).join('\n'));
}
