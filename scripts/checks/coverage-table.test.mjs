// Checks that the table of docs/specification-coverage.md names existing tests, at least one for each requirement.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const journeys = new Set(
  readdirSync(join(root, 'e2e/tests'), { recursive: true, encoding: 'utf8' }).map((file) => basename(file, '.spec.ts')),
);
const unitTests = ['apps', 'examples', 'packages', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules') && /\.test\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `/${folder}/${file}`.replaceAll('\\', '/').replace(/\.(ts|tsx|mjs)$/, '')),
);

/** The rows of the tables: the requirement, and the tests that cover it. */
const rows = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[-|]+\|$/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$/g, '').trim()))
  .map((cells) => ({ requirement: cells[0] ?? '', held: cells.at(-1) ?? '' }))
  .filter(({ held }) => held !== 'Held by');

/**
 * The names in a cell: those in backticks, and the journeys, which are plain words.
 *
 * @param {string} held
 */
function namesIn(held) {
  // Text in parentheses or quotation marks describes the name beside it.
  const told = held.replace(/\([^)]*\)|'[^']*'(?=\s)/g, ' ');
  const files = [...told.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const words = told.replace(/`[^`]+`/g, ' ').match(/[a-z][a-z-]*[a-z]/g) ?? [];
  return { files, journeys: words.filter((word) => journeys.has(word)), every: /every journey/.test(told) };
}

/** @param {string} name */
function isThere(name) {
  const end = `/${name}`;
  if (unitTests.some((file) => file.endsWith(end))) return true;
  return !name.endsWith('.test') && existsSync(join(root, 'apps/server', name));
}

test.each(rows)('$requirement', ({ held }) => {
  const names = namesIn(held);
  expect(names.every || names.files.length + names.journeys.length > 0, `Nothing holds it: ${held}`).toBe(true);
  expect(names.files.filter((name) => !isThere(name))).toEqual([]);
  expect(held).not.toContain('no test');
  const unknown = held
    .replace(/`[^`]+`|\([^)]*\)|'[^']*'(?=\s)/g, ' ')
    .split(/[,;]/)
    .map(
      (part) =>
        part
          .trim()
          .split(/[\s:]+/)
          .at(-1) ?? '',
    )
    .filter((word) => word !== '' && !journeys.has(word) && !/^(server|journey|server's)$/.test(word));
  expect(unknown, 'A journey that is not there').toEqual([]);
});

test('the table has the rows of every section', () => {
  expect(rows.length).toBeGreaterThan(100);
});
