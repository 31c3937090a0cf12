import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The last commit with the schema of version 1.0 (migration 0025). */
const version1 = 'ee5717e';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * Returns a checkout of version 1.0 with its dependencies, ready to run. It is created once and kept in `.cache`.
 *
 * @throws {Error} when this clone has no history, or the dependencies cannot be installed
 */
export async function openVersion1(): Promise<string> {
  const folder = join(root, '.cache', `keyhold-${version1}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  const archive = `${unfinished}.tar`;
  await mkdir(unfinished, { recursive: true });
  try {
    await run('git', ['archive', '--output', archive, version1], { cwd: root }).catch((error: unknown) => {
      throw new Error(`This clone has no commit ${version1}: it needs its history (git fetch --unshallow).`, {
        cause: error,
      });
    });
    await run('tar', ['-xf', archive, '-C', unfinished]);
    console.log('Installing the dependencies of version 1.0…');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: unfinished });
    await rename(unfinished, folder);
  } finally {
    await rm(archive, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Creates an installation of version 1.0 in an empty database, by that version's own seed. */
export async function seedVersion1(checkout: string, connectionString: string, people: number): Promise<void> {
  const options = ['--users', String(people), '--audit-rows', String(people), '--database-url', connectionString];
  await run(process.execPath, [join(checkout, 'bench', 'seed', 'main.ts'), ...options], {
    cwd: checkout,
    maxBuffer: 64 * 1024 * 1024,
  });
}
