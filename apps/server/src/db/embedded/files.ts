import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A system user, by number. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Whether a user may read a path and traverse all folders above it, judged by the permission bits.
 * With `'pass'` a folder must only be traversable, not listable.
 */
export async function canReach(path: string, user: SystemUser, want: 'read' | 'pass'): Promise<boolean> {
  const self = await stat(path);
  const needed = want === 'pass' ? 1 : self.isDirectory() ? 5 : 4;
  if ((permission(self, user) & needed) !== needed) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((permission(await stat(folder), user) & 1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function permission(file: { mode: number; uid: number; gid: number }, user: SystemUser): number {
  if (file.uid === user.uid) return (file.mode >> 6) & 7;
  if (file.gid === user.gid) return (file.mode >> 3) & 7;
  return file.mode & 7;
}
