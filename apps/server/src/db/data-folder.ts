import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrorCode } from '../error-code.ts';
import { StartError } from './start-error.ts';

/**
 * Creates a folder and those above it, like a recursive `mkdir`. That one hides why a folder cannot be created, and
 * never returns where no folder can be, as in /proc.
 */
export async function createFolder(folder: string): Promise<void> {
  const create = () =>
    mkdir(folder, { mode: 0o711 }).catch((error: unknown) => {
      if (!isErrorCode(error, 'EEXIST')) throw error;
    });
  await create().catch(async (error: unknown) => {
    if (!isErrorCode(error, 'ENOENT') || folder === dirname(folder)) throw error;
    await createFolder(dirname(folder));
    await create();
  });
}

/** Turns a file system error about the data folder into a {@link StartError}; returns any other error unchanged. */
export function folderError(error: unknown, folder: string): unknown {
  if (isErrorCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    return new StartError(`The folder ${folder} is not writable. Make it writable, or choose another with --data DIR.`);
  }
  if (isErrorCode(error, 'ENOSPC', 'EDQUOT')) return diskFull(folder);
  if (isErrorCode(error, 'ENOTDIR', 'EEXIST')) {
    return new StartError(`${folder} is not a folder. Choose another with --data DIR.`);
  }
  if (isErrorCode(error, 'ENOENT')) {
    return new StartError(`The folder ${folder} cannot be created. Choose another with --data DIR.`);
  }
  return error;
}

export function diskFull(folder: string): StartError {
  return new StartError(`The disk that holds ${folder} is full. Free some space and start again.`);
}
