// Checks that comments use the words of the field (CONTRIBUTING.md, 'Words'), not a vocabulary of their own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const own =
  /\b(?:told|tells|drawn|drawing|whoever|somebody|remembered|anew|calm|asked for|asks for|says so|says something|heard of|taken along|carries out|hands over)\b/i;
const comment = /^\s*(?:\/\/|\*|\/\*\*?)\s(.*)$/;

const folders = ['apps', 'bench', 'deploy', 'e2e', 'examples', 'packages', 'scripts', 'sdks', 'test'];
const left = /(?:^|\/)(?:node_modules|dist|build|migrations|test-results)\//;
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`.replaceAll('\\', '/'))
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !left.test(file)),
);

test('Comments use the words of the field', () => {
  expect(sources.length).toBeGreaterThan(1000);
  const found = sources.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const word = comment.exec(line)?.[1]?.match(own)?.[0];
        return word ? [`${name}:${index + 1}: ${word}`] : [];
      }),
  );
  expect(found).toEqual([]);
});
