// Checks that the files that documents name exist, and the headings of documents that sources name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['apps', 'bench', 'deploy', 'e2e', 'examples', 'packages', 'scripts', 'sdks', 'test'];
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

test('each question of "Where is it?" names folders that exist', () => {
  const [, table = ''] = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8').split('## Where is it?');
  const rows = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| \*?\*?Where/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  const sources = ['apps/server/src', 'apps/console/src'];
  const missing = rows.flatMap((row) => {
    const cells = row.split('|').slice(2, 4);
    // The first path of a cell is the folder; what follows names its files, which the test above looks for.
    const named = cells.flatMap((cell, side) => {
      const folder = cell.match(/`([\w/-]+)`/)?.[1];
      return folder ? [folder.startsWith('packages/') ? folder : `${sources[side]}/${folder}`] : [];
    });
    const absent = named.filter((folder) => !existsSync(join(root, folder)));
    return named.length === 0 ? [row] : absent;
  });
  expect(missing).toEqual([]);
});

/** @param {string} document */
function headingsOf(document) {
  return [...readFileSync(join(root, document), 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => match[1]);
}

test('sources cite only headings that exist', () => {
  const wrong = files
    .filter((file) => /\.(tsx|ts|mjs)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const cited = [...text.matchAll(/(docs\/[a-z-]+\.md), '(?!utf8)([^']+)'/g)].filter(
        ([, document = '', heading = '']) => !headingsOf(document).includes(heading),
      );
      return [...cited, ...text.matchAll(/\((specification|decisions|wire|protocol), (section \d|')/g)].map(
        ([found]) => `${file}: ${found}`,
      );
    });
  expect(wrong).toEqual([]);
});
