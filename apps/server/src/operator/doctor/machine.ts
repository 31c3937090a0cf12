import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { installedBinaries } from '../../db/embedded/binaries.ts';
import { StartError } from '../../db/start-error.ts';
import { isErrorCode } from '../../error-code.ts';
import type { Configuration } from '../../start/configuration.ts';
import { credentialsFile } from '../../start/demo.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

const neededNode = 24;

export async function checkNode(): Promise<readonly Finding[]> {
  const { version } = process;
  if (Number.parseInt(process.versions.node, 10) >= neededNode)
    return [good('node', `Node.js ${version} is supported.`)];
  return [wrong('node', `Node.js ${version} is too old. Install Node.js ${neededNode}.`)];
}

/** Checks that the bundled PostgreSQL is installed, if it is used. Links its libraries if necessary and possible. */
export async function checkBinaries({ databaseUrl }: Configuration): Promise<readonly Finding[]> {
  if (databaseUrl) return [];
  try {
    await installedBinaries();
    return [good('postgresql', 'The embedded PostgreSQL is installed.')];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [wrong('postgresql', error.message)];
  }
}

/** Checks the data folder: it must exist, be writable, and be closed to other users where it holds secrets. */
export async function checkDataFolder({ dataDirectory, databaseUrl }: Configuration): Promise<readonly Finding[]> {
  const folder = resolve(dataDirectory);
  const found = await stat(folder).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (!found) {
    if (databaseUrl)
      return [good('data-folder', `The data folder ${folder} does not exist; with DATABASE_URL it is not required.`)];
    return [
      wrong(
        'data-folder',
        `The data folder ${folder} does not exist. Specify it with --data, or create it with: npm start`,
      ),
    ];
  }
  if (!found.isDirectory())
    return [wrong('data-folder', `${folder} is not a folder. Specify another one with --data.`)];
  const writable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) {
    return [
      wrong(
        'data-folder',
        `This user cannot write to ${folder}. Run this command and Keyhold as the owner of the folder.`,
      ),
    ];
  }
  const open = await openSecret(join(folder, credentialsFile));
  return [open ?? good('data-folder', `The data folder ${folder} is writable.`)];
}

async function openSecret(file: string): Promise<Finding | null> {
  const found = await stat(file).catch(() => null);
  if (!found || (found.mode & 0o077) === 0) return null;
  return wrong('data-folder', `Other users can read ${file}, which contains passwords. Run: chmod 600 ${file}`);
}

/** Checks the folder of the server's own backups: it must exist and be writable. */
export async function checkBackupFolder({ backups }: Pick<Configuration, 'backups'>): Promise<readonly Finding[]> {
  if (!backups) return [];
  const folder = resolve(backups.folder);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return [wrong('backup-folder', `The backup folder ${folder} does not exist. Create it.`)];
  const writable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) {
    return [
      wrong('backup-folder', `This user cannot write to the backup folder ${folder}. Make it writable for this user.`),
    ];
  }
  return [good('backup-folder', `The backup folder ${folder} is writable.`)];
}

const mebibyte = 1024 * 1024;

/** Checks the free space on the disk that holds, or will hold, the data folder. */
export async function checkDisk({ dataDirectory }: Configuration): Promise<readonly Finding[]> {
  const folder = await nearestFolder(resolve(dataDirectory));
  const { bavail, bsize } = await statfs(folder);
  return [diskFinding(folder, bavail * bsize)];
}

/** @param bytes free on the disk for users other than root */
export function diskFinding(folder: string, bytes: number): Finding {
  const free = Math.floor(bytes / mebibyte);
  const sentence = `The disk that holds ${folder} has ${free.toLocaleString('en')} MiB free.`;
  if (free < 200) return wrong('disk', `${sentence} Free some space, or PostgreSQL will stop.`);
  if (free < 2048) return warning('disk', `${sentence} Free some space soon.`);
  return good('disk', sentence);
}

async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() || folder === dirname(folder)) return folder;
  }
}
