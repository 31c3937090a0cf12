// Finds the browser for the end-to-end tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../processes/workspace.mjs';
import { aptGet, canInstall } from './debian.mjs';

/** The headless build: the same engine for half of the CPU time. */
const shells = ['/usr/bin/chromium-headless-shell'];

const full = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where Playwright's downloads have their programs. */
const downloadedShells = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-linux-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-linux/headless_shell',
];
const downloadedFull = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of a Chromium that runs: the one CHROMIUM_PATH names, else a headless build, the system's or
 * Playwright's, which is installed on Debian and its derivatives if the tests run as root, else a full one.
 *
 * @returns {Promise<string>}
 */
export async function findChromium() {
  const path = await find();
  console.log(`The journeys run in ${path} (${version(path)}).`);
  return path;
}

async function find() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (version(named)) return named;
    throw new Failure(`CHROMIUM_PATH names ${named}, which is not a Chromium that runs.`);
  }
  const inFull = () => [...full, ...downloaded(downloadedFull)].find(version);
  const shell = [...shells, ...downloaded(downloadedShells)].find(version);
  if (shell) return shell;
  if (!canInstall()) {
    const found = inFull();
    if (found) return found;
    throw new Failure(missing);
  }
  console.log('Installing chromium-headless-shell…');
  let said = await install('chromium-headless-shell');
  const installed = shells.find(version) ?? inFull();
  if (installed) return installed;
  // Older releases only package the full browser.
  said = await install('chromium');
  const last = inFull();
  if (last) return last;
  throw new Failure(missing, said.trim().split('\n').slice(-10).join('\n'));
}

/**
 * The version that a browser prints, or the empty string if it does not run.
 *
 * @param {string} path
 */
function version(path) {
  if (!existsSync(path)) return '';
  const { status, stdout } = spawnSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
  return status === 0 ? stdout.trim() || 'of an unknown version' : '';
}

/** @param {readonly string[]} programs */
function downloaded(programs) {
  const caches = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ];
  return caches
    .filter((cache) => cache !== '' && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .sort()
        .reverse()
        .map((name) => join(cache, name)),
    )
    .flatMap((folder) => programs.map((path) => join(folder, path)));
}

/**
 * Installs a package of Debian and returns the output.
 *
 * @param {string} name
 */
async function install(name) {
  // A machine that is offline continues at once with the browser that it has.
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::https::Timeout=15'];
  return (await aptGet(...patience, 'update')) + (await aptGet(...patience, 'install', '-y', name));
}

const missing =
  'The end-to-end tests need a Chromium. Install one (on Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM_PATH.';
