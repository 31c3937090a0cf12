import { open, rm, stat } from 'node:fs/promises';

/** After this time a lock is one that a killed process left, in milliseconds: a renewal of tokens takes at most 7 s. */
const longestHold = 15_000;
/** The delay before the next look at another process's lock, in milliseconds. */
const pauseMs = 25;

/**
 * Runs work while no other process runs work with the same lock file. Node.js cannot lock a file, so the file's
 * existence is the lock. Where it cannot be created, as on a full disk, the work runs without it.
 *
 * @param path the file, in an existing folder; removed afterwards
 * @throws what the work throws
 */
export async function withLockFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const isLocked = await lock(path);
  try {
    return await work();
  } finally {
    if (isLocked) await rm(path, { force: true });
  }
}

async function lock(path: string): Promise<boolean> {
  // Each process that is in front holds the lock for a while; nobody waits for ever.
  for (const begun = performance.now(); performance.now() - begun < 2 * longestHold; ) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      return true;
    } catch (error) {
      if (!isExisting(error)) return false;
    }
    await removeAbandoned(path);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}

async function removeAbandoned(path: string): Promise<void> {
  const file = await stat(path).catch(() => null);
  if (file && Date.now() - file.mtimeMs > longestHold) await rm(path, { force: true });
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
