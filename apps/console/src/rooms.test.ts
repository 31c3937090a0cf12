import { expect, test } from 'vitest';

const sources: Record<string, string> = import.meta.glob(['./**/*.{ts,tsx}', '!./**/*.{test,d}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The rooms in the order of their imports, as the linter has them (`biome.json`). */
const rooms = ['i18n', 'ui', 'session', 'server', 'screens', 'lists', 'data', 'records', 'parts', 'features', 'app'];

/** Which room a path belongs to; undefined for the files of `src` itself. */
function roomOf(path: string): number | undefined {
  const [room = '', ...rest] = path.split('/');
  return rest.length === 0 ? undefined : rooms.indexOf(room);
}

test('every file lies in a room, and imports only from its own and those before it', () => {
  const upward = Object.entries(sources).flatMap(([file, text]) => {
    const room = roomOf(file.slice(2));
    if (room === undefined) return [];
    if (room < 0) return [`${file} lies in no room`];
    return [...text.matchAll(/(?:from|import)[ (]'#([^']+)'/g)]
      .filter(([, imported = '']) => (roomOf(imported) ?? -1) > room)
      .map(([, imported]) => `${file} imports ${imported}`);
  });
  expect(upward).toEqual([]);
});

/** The folders that each folder imports from. A feature, and `app` with what it frames, are one folder each. */
function importsByFolder(): Map<string, Set<string>> {
  const folderOf = (path: string): string =>
    path.replace(/^(app|features\/[\w-]+)\/.*/, '$1').replace(/\/[^/]+\.\w+$/, '');
  const imports = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(sources)) {
    // The addresses of screens are what features know of each other.
    const found = [...text.matchAll(/(?:from|import)[ (]'#([^']+)'/g)].filter(
      ([, path = '']) => !path.endsWith('.paths.ts'),
    );
    const folder = folderOf(file.slice(2));
    const known = imports.get(folder) ?? new Set();
    for (const [, path = ''] of found) known.add(folderOf(path));
    known.delete(folder);
    imports.set(folder, known);
  }
  return imports;
}

test('no folders import one another in a circle', () => {
  const imports = importsByFolder();
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect([...imports.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
});
