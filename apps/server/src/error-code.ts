/** Whether an error has one of these system error codes, such as `ENOENT`. */
export function isErrorCode(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
