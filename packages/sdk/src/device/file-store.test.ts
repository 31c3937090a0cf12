import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeyholdStore } from '../store/store.ts';
import { fileStore } from './file-store.ts';

let above: string;
let folder: string;
let store: KeyholdStore;
beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), 'keyhold-store-'));
  folder = join(above, 'a', 'store');
  store = fileStore(folder);
});
afterEach(() => rm(above, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a stored value is read by another run until it is removed', async () => {
  const name = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom('..', '.', 'a/b', 'a\\b', '*', 'keyhold:eu-1'));
  // A string with a lone surrogate cannot be a name.
  const names = fc.uniqueArray(name, { maxLength: 5 }).filter((list) => list.every((one) => one.isWellFormed()));
  await fc.assert(
    fc.asyncProperty(names, fc.string({ unit: 'grapheme' }), async (list, value) => {
      for (const [index, one] of list.entries()) await store.set(one, `${index} ${value}`);
      for (const [index, one] of list.entries()) expect(await fileStore(folder).get(one)).toBe(`${index} ${value}`);
      for (const one of list) await store.set(one, null);
      for (const one of list) expect(await store.get(one)).toBe(null);
    }),
    { numRuns: 20 },
  );
  expect(await readdir(above)).toEqual(['a']);
});

test('names may be longer than those of files', async () => {
  for (const end of ['a', 'b']) await store.set(`${'ä'.repeat(300)}${end}`, end);
  for (const end of ['a', 'b']) expect(await store.get(`${'ä'.repeat(300)}${end}`)).toBe(end);
});

test('folder and files get the modes 0700 and 0600, also when they exist with others', async () => {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  await store.set('name', 'one');
  const [file = ''] = await readdir(folder);
  await chmod(join(folder, file), 0o644);
  await store.set('name', 'two');
  expect([await modeOf(folder), await modeOf(join(folder, file))]).toEqual([0o700, 0o600]);
});

test('concurrent writers leave one complete value and no other file', async () => {
  const values = Array.from({ length: 20 }, (_, index) => `${index} `.repeat(1000));
  await Promise.all(values.map((value) => fileStore(folder).set('name', value)));
  expect(values).toContain(await store.get('name'));
  expect(await readdir(folder)).toHaveLength(1);
});

test('work on a name runs in one process at a time, and a lock that a killed process left ends', async () => {
  await store.set('name', 'one');
  let running = 0;
  const work = async () => {
    running += 1;
    await store.get('name');
    expect(running).toBe(1);
    running -= 1;
    return 'done';
  };
  const all = Array.from({ length: 5 }, () => fileStore(folder).exclusively?.('name', work));
  expect(await Promise.all(all)).toEqual(all.map(() => 'done'));
  const failing = store.exclusively?.('name', () => Promise.reject(new Error('It failed.')));
  await expect(failing).rejects.toThrow('It failed.');
  expect(await readdir(folder)).toHaveLength(1);
  const left = join(folder, 'name.kept.lock');
  await writeFile(left, '');
  const aMinuteAgo = Date.now() / 1000 - 60;
  await utimes(left, aMinuteAgo, aMinuteAgo);
  expect(await store.exclusively?.('name', work)).toBe('done');
});

test('a failed read or write throws and leaves no file behind', async () => {
  await mkdir(join(folder, 'name.kept', 'full'), { recursive: true });
  await expect(store.get('name')).rejects.toThrow();
  await expect(store.set('name', 'one')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['name.kept']);
  await writeFile(join(above, 'file'), '');
  await expect(fileStore(join(above, 'file')).set('name', 'one')).rejects.toThrow();
});
