/**
 * A reason why the server cannot start, which the operator can fix. Its message is a whole sentence, shown without a
 * stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Turns a file system error about a folder into a {@link StartError}; returns any other error unchanged. */
export function folderError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartError(`The folder ${folder} is not writable. Make it writable, or choose another with --data DIR.`);
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError(`The disk that holds ${folder} is full. Free some space and start again.`);
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartError(`${folder} is not a folder. Choose another with --data DIR.`);
  }
  return error;
}
