import { open, rename } from 'node:fs/promises';

/** Writes a file that only its owner can read (mode 0600). The write is atomic, even if the machine crashes. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  // A new file, because an existing one would keep its mode.
  const unfinished = `${path}.${process.pid}.new`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
