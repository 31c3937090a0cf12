import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecretBox, requireSecretKeys } from './secret-box.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newKey = () => randomBytes(32).toString('base64url');
const boxOf = (...given: string[]) => openSecretBox({ given, file: join(folder, 'none'), make: false });

describe('a sealed secret', () => {
  it('opens only with its key and its context, and differs every time', async () => {
    const key = newKey();
    const [one, other] = [await boxOf(key).seal('secret', 'mine'), await boxOf(key).seal('secret', 'mine')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('secret')).toBe(false);
    expect(await boxOf(key).open(one, 'mine')).toBe('secret');
    await expect(boxOf(key).open(one, 'yours')).rejects.toThrow();
    await expect(boxOf(newKey()).open(one, 'mine')).rejects.toThrow('sealed with a key that is not here');
    one[one.length - 1] = (one.at(-1) ?? 0) ^ 1;
    await expect(boxOf(key).open(one, 'mine')).rejects.toThrow();
  });

  it('opens after a rotation, as long as its key follows the new one', async () => {
    const [old, fresh] = [newKey(), newKey()];
    const sealed = await boxOf(old).seal('secret', 'mine');
    expect(await boxOf(fresh, old).open(sealed, 'mine')).toBe('secret');
    const resealed = await boxOf(fresh, old).seal('secret', 'mine');
    expect(await boxOf(fresh).open(resealed, 'mine')).toBe('secret');
  });
});

describe('the key file', () => {
  it('is created with the first secret, once for servers that start together, and readable by its owner only', async () => {
    const file = join(folder, 'data', 'secret-keys');
    const boxes = [1, 2, 3].map(() => openSecretBox({ file, make: true }));
    await expect(stat(file)).rejects.toThrow();
    const sealed = await Promise.all(boxes.map((box) => box.seal('secret', 'mine')));
    for (const one of sealed) for (const box of boxes) expect(await box.open(one, 'mine')).toBe('secret');
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is not created where other servers would have a different key', async () => {
    const box = openSecretBox({ file: join(folder, 'elsewhere'), make: false });
    await expect(box.seal('secret', 'mine')).rejects.toThrow('Ask its operator to set KEYHOLD_SECRET_KEYS.');
  });
});

it('a server with a database of its own needs no key at start, one with DATABASE_URL does', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'keyhold-keys-'));
  await requireSecretKeys({ dataDirectory });
  const databaseUrl = 'postgresql://keyhold@database/keyhold';
  await expect(requireSecretKeys({ dataDirectory, databaseUrl })).rejects.toThrow(/^KEYHOLD_SECRET_KEYS is required/);
  const key = Buffer.alloc(32, 1).toString('base64url');
  await requireSecretKeys({ dataDirectory, databaseUrl, secretKeys: [key] });
  await writeFile(join(dataDirectory, 'secret-keys'), `${key}\n`);
  await requireSecretKeys({ dataDirectory, databaseUrl });
  await rm(dataDirectory, { recursive: true });
});
