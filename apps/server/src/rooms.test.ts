import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** The layers in the order of their imports, as `docs/architecture.md` lists them. */
const layers = [
  ...['db', 'tracing', 'access', 'queue', 'passwords', 'secrets', 'network', 'lists', 'streams', 'mail'],
  ...['webhook-delivery', 'tokens', 'audit', 'http', 'metrics', 'records', 'modules', 'backups', 'jobs', 'start'],
  'operator',
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const source = new URL('.', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** Every import of a file of the server by another, types included: a reader follows them, too. */
const imports: readonly Import[] = files.flatMap((from) =>
  [...readFileSync(new URL(from, source), 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g)].map(([, path = '']) => ({
    from,
    to: posix.join(posix.dirname(from), path),
  })),
);

const layerOf = (path: string): string | undefined => (path.includes('/') ? path.split('/')[0] : undefined);

it('every folder is a layer that the document lists, in this order', () => {
  const table = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
    .split("## The server's layers")[1]
    ?.split('\n## ')[0];
  expect([...(table ?? '').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)).toEqual(layers);
  expect(new Set(files.flatMap((file) => layerOf(file) ?? []))).toEqual(new Set(layers));
});

it('a layer imports only from those before it', () => {
  const upward = imports.filter(({ from, to }) => {
    const [importing, imported] = [layerOf(from), layerOf(to)];
    return importing && imported && layers.indexOf(imported) > layers.indexOf(importing);
  });
  expect(upward).toEqual([]);
});

/** The imports between the folders and files of one folder, as a map from each to those that it imports. */
function importsWithin(folder: string): Map<string, Set<string>> {
  const within = new Map<string, Set<string>>();
  const nameIn = (path: string) => (path.startsWith(folder) ? path.slice(folder.length).split('/')[0] : undefined);
  for (const { from, to } of imports) {
    const [importing, imported] = [nameIn(from), nameIn(to)];
    if (!importing || !imported || importing === imported) continue;
    within.set(importing, (within.get(importing) ?? new Set()).add(imported));
  }
  return within;
}

/** The folders and files of one folder that import themselves by way of others. */
function inCircle(folder: string): string[] {
  const within = importsWithin(folder);
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of within.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  return [...within.keys()].filter((name) => reached(name).has(name)).map((name) => `${folder}${name}`);
}

it('no folders or files of one level import one another in a circle', () => {
  const folders = new Set(files.map((file) => `${posix.dirname(file)}/`.replace(/^\.\/$/, '')));
  for (const folder of folders) if (folder) folders.add(`${posix.dirname(folder)}/`.replace(/^\.\/$/, ''));
  expect([...folders].flatMap(inCircle)).toEqual([]);
});
