/** The code of an error of the system or the database. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether an error has one of these system error codes, such as `ENOENT`. */
export function isErrorCode(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return codes.includes(errorCode(error) ?? '');
}
