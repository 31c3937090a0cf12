import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The most lines of a file of a driver. */
const most = 150;

it.each([
  ['packages/sdk/test', /^(driver|consume-command|run-vector)\.ts$/],
  ['sdks/python', /^(driver|vectors)\.py$/],
  ['sdks/go/driver', /\.go$/],
  ['sdks/go/internal/vectors', /\.go$/],
  ['sdks/java/driver', /\.java$/],
  ['sdks/c/driver', /\.[ch]$/],
])('no file of the driver in %s is longer than 150 lines', async (folder, isOfDriver) => {
  const names = (await readdir(`${root}${folder}`)).filter((name) => isOfDriver.test(name));
  expect(names).not.toEqual([]);
  for (const name of names) {
    const lines = (await readFile(`${root}${folder}/${name}`, 'utf8')).trimEnd().split('\n').length;
    expect([name, Math.max(lines, most)]).toEqual([name, most]);
  }
});
