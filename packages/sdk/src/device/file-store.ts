import { runtime } from '#runtime';
import type { KeyholdStore } from '../store/store.ts';

/**
 * A store of files that only their owner can open (mode 0600, in a folder of mode 0700), each written atomically. For
 * Node.js and Electron's main process.
 *
 * @param folder a folder used for nothing else; created when missing
 * @throws {SignInError} `not-in-web-pages` in a web page.
 * @example
 * const store = fileStore(join(app.getPath('userData'), 'keyhold'));
 */
export function fileStore(folder: string): KeyholdStore {
  return runtime.openFileStore(folder);
}
