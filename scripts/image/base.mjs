import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes/workspace.mjs';
import { command } from './command.mjs';

/** The release of `node:24-bookworm-slim`. */
const release = 'bookworm';

/**
 * Builds a base image where none can be fetched: a minimal Debian, Node.js from its npm package, and npm itself.
 *
 * @param {string} folder
 * @returns {Promise<string>} its name
 */
export async function makeBase(folder) {
  console.log('Making a base of Debian and the packaged Node.js…');
  const files = join(folder, 'base');
  await command('mmdebstrap', '--variant=minbase', '--include=ca-certificates', release, files);
  const node = `node-linux-${process.arch}`;
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[node];
  const npm = (await command('npm', '--version', '--loglevel=error')).trim();
  const options = ['--global', '--prefix', join(files, 'usr/local'), '--ignore-scripts', '--no-audit', '--no-fund'];
  await command('npm', 'install', ...options, `${node}@${version}`, `npm@${npm}`);
  await command('buildah', 'from', '--name', 'base', 'scratch');
  await command('buildah', 'add', '--quiet', 'base', files, '/');
  await command('buildah', 'config', '--env', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'base');
  await command('buildah', 'commit', '--rm', 'base', 'keyhold-node');
  rmSync(files, { recursive: true });
  return 'localhost/keyhold-node';
}
