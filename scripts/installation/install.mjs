// Installs the dependencies of the lockfile if they are missing.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes/children.mjs';
import { takeTurn } from '../processes/turn.mjs';
import { Failure, isDiskFull, root } from '../processes/workspace.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[],
 *   libc?: string[] }} Locked
 */

const lockfile = join(root, 'package-lock.json');
/** npm writes this file last, so it is missing after an interrupted installation. */
const installedLockfile = join(root, 'node_modules', '.package-lock.json');
/** Records which lockfile was installed on which platform. */
const stamp = join(root, 'node_modules', '.keyhold-installed');

/** Makes sure the dependencies are those of the lockfile. */
export async function ensureDependencies() {
  if (isInstalled()) return;
  await takeTurn('install', async () => {
    if (!isInstalled()) await install();
  });
}

function isInstalled() {
  const locked = readFileSync(lockfile, 'utf8');
  if (readOr(stamp, '') === stampOf(locked)) return true;
  // npm may have been run by hand.
  if (!covers(readOr(installedLockfile, '{}'), locked)) return false;
  noteInstalled(locked);
  return true;
}

/** @param {string} locked */
function stampOf(locked) {
  return `${createHash('sha256').update(locked).digest('hex')} ${process.platform}-${process.arch}`;
}

/** @param {string} locked */
function noteInstalled(locked) {
  try {
    writeFileSync(stamp, stampOf(locked));
  } catch {
    // A read-only checkout: the next start compares again.
  }
}

/**
 * @param {string} installed
 * @param {string} wanted
 */
function covers(installed, wanted) {
  /** @type {Record<string, Locked>} */
  const present = JSON.parse(installed).packages ?? {};
  /** @type {Record<string, Locked>} */
  const needed = JSON.parse(wanted).packages ?? {};
  return Object.entries(needed).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (!found) return entry.optional === true && !(isForPlatforms(entry) && suits(entry));
    return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link;
  });
}

/**
 * Whether a package names its platforms. Optional packages that name none are those that packages of other platforms need.
 *
 * @param {Locked} entry
 */
function isForPlatforms({ os, cpu }) {
  return os !== undefined || cpu !== undefined;
}

/** @param {Locked} entry */
function suits({ os, cpu, libc }) {
  return !libc && (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
}

async function install() {
  console.log('Installing dependencies…');
  rmSync(stamp, { force: true });
  rmSync(installedLockfile, { force: true });
  // Includes development dependencies even if NODE_ENV is production: the console is built here.
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const { code, output } = await run(command ?? 'npm', [...first, ...options], {
    cwd: root,
    quiet: true,
    // npm would spend half a minute on undoing an installation that the next start repeats.
    ending: 'SIGKILL',
  });
  if (code === 127) throw new Failure('npm was not found. It comes with Node.js; install it and start again.');
  const complete = existsSync(installedLockfile) && !isDiskFull();
  if (code !== 0 || !complete) throw failure(output);
  noteInstalled(readFileSync(lockfile, 'utf8'));
}

/** @param {string} output */
function failure(output) {
  const details = output.trim().split('\n').slice(0, 20).join('\n');
  if (/\bEUSAGE\b/.test(output)) {
    return new Failure('package-lock.json does not belong to package.json. Run npm install, which renews it.', details);
  }
  if (/\b(ENOSPC|EDQUOT)\b/.test(output) || isDiskFull()) {
    return new Failure(
      'The dependencies could not be installed: the disk is full. Free some space and start again.',
      details,
    );
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    const path = /npm error path (.+)/.exec(output)?.[1] ?? join(root, 'node_modules');
    return new Failure(
      `The dependencies could not be installed: ${path} is not writable. Make it writable for the user who starts Keyhold.`,
      details,
    );
  }
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.test(
      output,
    )
  ) {
    return new Failure(
      "The dependencies could not be installed: the npm registry cannot be reached. Check the network, or npm's registry and proxy settings, and start again.",
      details,
    );
  }
  return new Failure('The dependencies could not be installed. npm says:', details);
}

/**
 * @param {string} file
 * @param {string} missing
 */
function readOr(file, missing) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return missing;
  }
}
