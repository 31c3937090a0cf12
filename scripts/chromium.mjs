// Finds the browser for the end-to-end tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { aptGet, canInstall } from './debian.mjs';
import { Failure } from './workspace.mjs';

const usual = [
  // The headless build: the same engine for two thirds of the CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of a Chromium that runs: the one CHROMIUM_PATH names, the system's, or one that Playwright
 * downloaded. Installs one on Debian and its derivatives if the tests run as root.
 *
 * @returns {Promise<string>}
 */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (works(named)) return named;
    throw new Failure(`CHROMIUM_PATH names ${named}, which is not a Chromium that runs.`);
  }
  return [...usual, ...downloaded()].find(works) ?? (await install());
}

/** @param {string} path */
function works(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

function downloaded() {
  const caches = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ];
  const inside = ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'];
  return caches
    .filter((cache) => cache !== '' && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .sort()
        .reverse()
        .map((name) => join(cache, name)),
    )
    .flatMap((folder) => inside.map((path) => join(folder, path)));
}

async function install() {
  if (!canInstall()) throw new Failure(missing);
  console.log('Installing Chromium…');
  let said = '';
  // Older releases only package the full browser.
  for (const args of [['update'], ['install', '-y', 'chromium-headless-shell'], ['install', '-y', 'chromium']]) {
    said = await aptGet(...args);
    const found = usual.find(works);
    if (found) return found;
  }
  throw new Failure(missing, said.trim().split('\n').slice(-10).join('\n'));
}

const missing =
  'The end-to-end tests need a Chromium. Install one (on Debian: apt-get install chromium), or name it in CHROMIUM_PATH.';
