import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolder, folderError } from '../data-folder.ts';
import { StartError } from '../start-error.ts';

/**
 * Locks a data folder for this process, and creates the folder if missing.
 *
 * Node offers no file lock, but SQLite's exclusive transaction is one: the operating system releases it when the
 * process exits, whatever the reason, so no stale lock can remain.
 *
 * @throws StartError when another server holds the lock, or the folder is not writable
 */
export async function lockDataFolder(dataDirectory: string): Promise<{ release(): Promise<void> }> {
  const owner = join(dataDirectory, 'server.pid');
  let lock: DatabaseSync | undefined;
  try {
    await createFolder(dataDirectory);
    // Fails early with the system's error code, where SQLite would only report "unable to open database file".
    await writeFile(join(dataDirectory, 'server.lock'), '', { flag: 'a' });
    lock = new DatabaseSync(join(dataDirectory, 'server.lock'));
    lock.exec('pragma journal_mode = memory; begin exclusive');
    await writeFile(owner, `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) throw folderError(error, dataDirectory);
    const pid = await readFile(owner, 'utf8').catch(() => '');
    const who = pid.trim() ? ` (process ${pid.trim()})` : '';
    throw new StartError(
      `Keyhold is already running on the data folder ${dataDirectory}${who}. Stop it first, or choose another folder with --data DIR.`,
    );
  }
  const database = lock;
  let isHeld = true;
  return {
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await rm(owner, { force: true });
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
