import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isErrorCode } from './error-code.ts';

test('isErrorCode matches the code of an error', async () => {
  const error = await readFile('/missing').catch((reason: unknown) => reason);
  expect(isErrorCode(error, 'EACCES', 'ENOENT')).toBe(true);
  expect(isErrorCode(error, 'EACCES')).toBe(false);
  expect(isErrorCode('ENOENT', 'ENOENT')).toBe(false);
});
