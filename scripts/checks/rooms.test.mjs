// Checks that no folder of the sources is too full to be read at a glance.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'apps/server/src',
  'apps/server/test',
  'apps/console/src',
  'apps/demo/src',
  'bench',
  'e2e',
  'scripts',
  'packages/contract/src',
  'packages/client/src',
  'packages/sdk/src',
  'packages/cli/src',
  'packages/pg-round-trip/src',
];
const maxFiles = 15;

/** A history, read by number: a migration is neither moved nor merged. */
const history = ['apps/server/src/db/migrations'];

test('a folder has at most fifteen source files, tests aside', () => {
  const files = sources.flatMap((source) =>
    readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) =>
          !/(^|[\\/])(node_modules|dist)[\\/]/.test(name) &&
          /\.(tsx?|mjs)$/.test(name) &&
          !/\.(test|d)\.(tsx?|mjs)$/.test(name),
      )
      .map((name) => join(source, name).replaceAll('\\', '/')),
  );
  const full = [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([folder, { length }]) => length > maxFiles && !history.includes(folder))
    .map(([folder, { length }]) => `${folder}: ${length}`);
  expect(full).toEqual([]);
});
