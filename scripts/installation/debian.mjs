// Installs system programs on Debian and its derivatives if a script runs as root.
import { existsSync } from 'node:fs';
import { run } from '../processes/children.mjs';
import { Failure } from '../processes/workspace.mjs';

/** Whether packages can be installed here. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Runs apt-get without prompts and returns its output.
 *
 * @param {string[]} args
 */
export async function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (await run('apt-get', args, { env, quiet: true })).output;
}

/**
 * Installs the programs that are missing.
 *
 * @param {Readonly<Record<string, string>>} programs Debian packages by the paths of their programs
 */
export async function ensurePrograms(programs) {
  const missing = () => Object.entries(programs).filter(([path]) => !existsSync(path));
  if (missing().length === 0) return;
  const names = [...new Set(missing().map(([, name]) => name))];
  let said = '';
  if (canInstall()) {
    console.log(`Installing ${names.join(', ')}…`);
    await aptGet('update');
    said = await aptGet('install', '-y', '--no-install-recommends', ...names);
  }
  const [first] = missing();
  if (first) {
    const details = said.trim().split('\n').slice(-10).join('\n');
    throw new Failure(`${first[0]} is missing. Install it (on Debian: apt-get install ${names.join(' ')}).`, details);
  }
}
