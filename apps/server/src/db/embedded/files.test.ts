import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canReach } from './files.ts';

/** A user that owns nothing and is in no group. */
const stranger = { uid: 54_321, gid: 54_321 };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a file that is open to everyone is reachable', async () => {
  expect(await canReach('/bin/sh', stranger, 'read')).toBe(true);
  expect(await canReach('/', stranger, 'pass')).toBe(true);
});

test('a folder below a closed folder is not reachable, even if it is open itself', async () => {
  const inside = join(folder, 'inside');
  await mkdir(inside);
  await chmod(inside, 0o777);
  await chmod(folder, 0o700);
  expect(await canReach(inside, stranger, 'pass')).toBe(false);
});

test('a file that only its owner may read is not reachable', async () => {
  await chmod(folder, 0o711);
  const file = join(folder, 'file');
  await writeFile(file, '', { mode: 0o600 });
  expect(await canReach(file, stranger, 'read')).toBe(false);
});
