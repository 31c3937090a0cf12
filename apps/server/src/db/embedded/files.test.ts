import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canReach, isErrorCode } from './files.ts';

/** Owns nothing and is in no group. */
const stranger = { uid: 54_321, gid: 54_321 };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('everyone reaches what the system opens to everyone', async () => {
  expect(await canReach('/bin/sh', stranger, 'read')).toBe(true);
  expect(await canReach('/', stranger, 'pass')).toBe(true);
});

test('nobody else reaches what lies below a closed folder, however open it is itself', async () => {
  const inside = join(folder, 'inside');
  await mkdir(inside);
  await chmod(inside, 0o777);
  await chmod(folder, 0o700);
  expect(await canReach(inside, stranger, 'pass')).toBe(false);
});

test('a file that only its owner may read is not reached', async () => {
  await chmod(folder, 0o711);
  const file = join(folder, 'file');
  await writeFile(file, '', { mode: 0o600 });
  expect(await canReach(file, stranger, 'read')).toBe(false);
});

test('tells errors by their code', async () => {
  const error = await chmod(join(folder, 'missing'), 0o600).catch((reason: unknown) => reason);
  expect(isErrorCode(error, 'EACCES', 'ENOENT')).toBe(true);
  expect(isErrorCode(error, 'EACCES')).toBe(false);
  expect(isErrorCode('ENOENT', 'ENOENT')).toBe(false);
});
