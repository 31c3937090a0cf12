import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@keyhold/cli';
import { isErrorCode } from '../error-code.ts';
import { fileFailure } from './file-failure.ts';

/** The suffix of a backup until it is complete. */
const unfinishedSuffix = '.unfinished';
/** The names that {@link backupName} returns; sorted as text, they are sorted by time. */
const named = /^keyhold-\d{8}T\d{6}Z\.backup\.gz$/;
/** The age from which an unfinished backup is abandoned, as its server has died, in milliseconds. */
const abandonedAfter = 86_400_000;

/** The name of a backup in a backup folder. */
export function backupName(createdOn: string): string {
  return `keyhold-${createdOn.replace(/\.\d+/, '').replace(/[-:]/g, '')}.backup.gz`;
}

export function unfinishedName(file: string): string {
  return `${file}${unfinishedSuffix}`;
}

/** @throws {Failure} when the folder is missing: a backup would create a file of that name */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found) throw new Failure(`There is no folder ${folder}. Create it first, or choose another one.`);
  if (!found.isDirectory()) throw notFolder(folder);
}

function notFolder(folder: string): Failure {
  return new Failure(`${folder} is a file, not a folder of backups.`);
}

/**
 * Returns the newest backup of a folder.
 *
 * @throws {Failure} when there is no backup, or the folder is missing
 */
export async function newestBackup(folder: string): Promise<string> {
  const newest = (await listBackups(folder)).at(-1);
  if (newest === undefined)
    throw new Failure(`There is no backup in ${folder}. Make one with: keyhold backup ${folder}`);
  return join(folder, newest);
}

/**
 * Removes the oldest backups of a folder, and abandoned unfinished backups.
 *
 * @param keep the number of backups that stay
 */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const backups = await listBackups(folder);
  for (const name of backups.slice(0, -keep)) await rm(join(folder, name), { force: true });
  for (const name of await readdir(folder)) {
    if (!named.test(name.replace(unfinishedSuffix, '')) || !name.endsWith(unfinishedSuffix)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(join(folder, name), { force: true });
  }
}

/** The names of the backups in a folder, oldest first. */
async function listBackups(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => named.test(name)).sort();
  } catch (error) {
    if (isErrorCode(error, 'ENOTDIR')) throw notFolder(folder);
    throw fileFailure(error, folder);
  }
}
