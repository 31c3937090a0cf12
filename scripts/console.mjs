// Builds the browser console if its sources have changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFiles } from './compress.mjs';
import { run } from './processes/children.mjs';
import { takeTurn } from './processes/turn.mjs';
import { currentNode, Failure, isDiskFull, root } from './processes/workspace.mjs';

const folder = join(root, 'apps', 'console');
const dist = join(folder, 'dist');
/** Records which sources `dist` was built from. */
const stamp = join(root, '.cache', 'console.fingerprint');
const sources = [folder, join(root, 'packages', 'contract'), join(root, 'packages', 'client')];
const notSources = /^(node_modules|dist|\.cache)$|\.test\.tsx?$/;

/** Makes sure `apps/console/dist` is a complete build of the current sources. */
export async function ensureConsole() {
  if (isBuilt(fingerprint())) return;
  await takeTurn('build', async () => {
    const wanted = fingerprint();
    if (!isBuilt(wanted)) await build(wanted).catch(explain);
  });
}

/** @param {string} wanted */
function isBuilt(wanted) {
  return existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Hashes everything a build depends on: sources, dependencies, and the variables that Vite inlines. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) addFolder(hash, source);
  for (const name of ['package-lock.json', 'tsconfig.base.json', join('scripts', 'compress.mjs')])
    hash.update(readFileSync(join(root, name)));
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} from
 */
function addFolder(hash, from) {
  const entries = readdirSync(from, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (notSources.test(entry.name)) continue;
    const path = join(from, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else if (entry.isFile())
      hash
        .update(`${relative(root, path)}\n`)
        .update(readFileSync(path))
        .update('\n');
  }
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function explain(error) {
  const text = error instanceof Failure ? error.details : String(error);
  if (/\b(ENOSPC|EDQUOT)\b/.test(text) || isDiskFull()) {
    throw new Failure('The console could not be built: the disk is full. Free some space and start again.', text);
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(text)) {
    throw new Failure(`The console could not be built: ${folder} is not writable.`, text);
  }
  throw error;
}

/**
 * Builds in another folder and replaces `dist` last, so that an interrupted build is never served.
 *
 * @param {string} wanted
 */
async function build(wanted) {
  console.log('Building the console…');
  const work = join(folder, '.cache');
  rmSync(work, { recursive: true, force: true });
  const fresh = join(work, 'build');
  mkdirSync(fresh, { recursive: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await run(
    currentNode(),
    [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' }, quiet: true },
  );
  if (code !== 0) throw new Failure('The console could not be built. Vite says:', output.trim());
  await compressFiles(fresh);
  rmSync(stamp, { force: true });
  if (existsSync(dist)) renameSync(dist, join(work, 'old'));
  renameSync(fresh, dist);
  writeFileSync(stamp, wanted);
  rmSync(work, { recursive: true, force: true });
}
