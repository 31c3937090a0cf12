// Checks that the files that documents name exist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['apps', 'bench', 'deploy', 'e2e', 'examples', 'packages', 'scripts', 'test'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `/${folder}/${file}`.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/node_modules/')),
);
const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name));
const documents = ['README.md', 'CONTRIBUTING.md', ...inDocs].filter((name) => name.endsWith('.md'));

/** Example names of files that do not exist. */
const examples = ['name.module.css', 'apps/server/src/db/migrations/NNNN-what.ts', '../main.ts', '.sql.ts'];

test.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx|ts|mjs|css))`/g)].map((match) => match[1] ?? '');
  const missing = named.filter((name) => !examples.includes(name) && !files.some((file) => file.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});
