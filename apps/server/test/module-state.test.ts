import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = ['apps/server/src', 'packages/pg-round-trip/src']
  .flatMap((folder) => globSync(`${root}/${folder}/**/*.ts`))
  .filter((path) => !path.endsWith('.test.ts'));

/** Only unindented lines, which are module-level: a variable, or a collection that is not declared read-only. */
const state = [
  /^(?:export )?(?:let|var) .*/gm,
  /^(?:export )?const \w+(?:: (?!Readonly(?:Map|Set)<)[^=]+)? = new (?:WeakMap|WeakSet|WeakRef|Map|Set|AbortController|EventEmitter|AsyncLocalStorage)\b.*/gm,
  /^(?:export )?const \w+(?:: [^=]+)? = (?:\[\]|\{\});$/gm,
];

it('no module keeps state: objects with a lifetime are created in start/open-services.ts and belong to Services', () => {
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return state.flatMap((pattern) => [...text.matchAll(pattern)].map(([line]) => `${relative(root, path)}: ${line}`));
  });
  // The store of the guard around this process's own sockets, which are no object with a lifetime.
  expect(
    found.filter((line) => !line.startsWith('apps/server/src/network/outgoing-connections.ts: const passage')),
  ).toEqual([]);
});
