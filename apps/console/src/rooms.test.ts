import { expect, test } from 'vitest';

const sources: Record<string, string> = import.meta.glob('./**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The rooms in the order of their imports, as the linter has them (`biome.json`). */
const rooms = ['i18n', 'ui', 'session', 'server', 'screens', 'lists', 'data', 'records', 'parts', 'features', 'app'];

const maxFiles = 15;

/** Which room a path belongs to; undefined for the files of `src` itself. */
function roomOf(path: string): number | undefined {
  const [room = '', ...rest] = path.split('/');
  return rest.length === 0 ? undefined : rooms.indexOf(room);
}

test('every file lies in a room, and imports only from its own and those before it', () => {
  const upward = Object.entries(sources).flatMap(([file, text]) => {
    const room = roomOf(file.slice(2));
    if (room === undefined || file.includes('.test.')) return [];
    if (room < 0) return [`${file} lies in no room`];
    return [...text.matchAll(/(?:from |import\()'#([^']+)'/g)]
      .filter(([, imported = '']) => (roomOf(imported) ?? -1) > room)
      .map(([, imported]) => `${file} imports ${imported}`);
  });
  expect(upward).toEqual([]);
});

test('a folder has at most fifteen modules', () => {
  const modules = Object.keys(sources).filter((file) => !file.includes('.test.'));
  const folders = Map.groupBy(modules, (file) => file.slice(0, file.lastIndexOf('/')));
  const full = [...folders].filter(([, files]) => files.length > maxFiles).map(([folder]) => folder);
  expect(full).toEqual([]);
});
