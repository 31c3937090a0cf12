import { createHash } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '../store/random-id.ts';
import type { KeyholdStore } from '../store/store.ts';
import { withLockFile } from './lock-file-node.ts';

/** Longest name of a file before its endings, in bytes: file systems allow 255 with them. */
const longestName = 200;

/** A folder with one file per name, accessible only to its owner. Writes are atomic: no reader sees a partial file. */
export function openFileStore(folder: string): KeyholdStore {
  const pathOf = (name: string) => join(folder, `${fileNameOf(name)}.kept`);
  return {
    async get(name) {
      try {
        return await readFile(pathOf(name), 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async set(name, value) {
      if (value === null) return rm(pathOf(name), { force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // An existing folder may be accessible to others.
      await chmod(folder, 0o700);
      const unfinished = `${pathOf(name)}.${randomId()}`;
      try {
        await writeNew(unfinished, value);
        await rename(unfinished, pathOf(name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    exclusively: (name, work) => withLockFile(`${pathOf(name)}.lock`, work),
  };
}

/** Writes a new file and syncs it to disk, so that a crash cannot leave the name without its contents. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name that every file system allows: a longer one is replaced by its hash. */
function fileNameOf(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll('*', '%2A');
  return encoded.length > longestName ? createHash('sha256').update(name).digest('hex') : encoded;
}
