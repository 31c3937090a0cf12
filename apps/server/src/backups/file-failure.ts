import { Failure } from '@keyhold/cli';
import { isErrorCode } from '../error-code.ts';

/** Turns a file system error into a {@link Failure}; returns any other error unchanged. */
export function fileFailure(error: unknown, file: string): unknown {
  if (isErrorCode(error, 'ENOENT', 'ENOTDIR'))
    return new Failure(`There is no file or folder ${file}.`, { cause: error });
  if (isErrorCode(error, 'EEXIST')) {
    return new Failure(
      `${file} exists already, perhaps from a backup that broke off. Remove it, or choose another name.`,
    );
  }
  if (isErrorCode(error, 'EACCES', 'EPERM', 'EROFS')) return new Failure(`This user may not open ${file}.`);
  if (isErrorCode(error, 'ENOSPC', 'EDQUOT'))
    return new Failure(`The disk that holds ${file} is full. Free some space.`);
  if (isErrorCode(error, 'EISDIR')) return new Failure(`${file} is a folder. Name a file.`);
  return error;
}
