import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { foundKey, keys, pageKey, pagesKey } from './keys.ts';
import { kinds } from './kinds.ts';

const consumers = { kind: 'Everyone' } as const;

/** Every key, with the same text for each part, so that they differ in kind and name alone. */
const all = Object.entries(keys).flatMap(([kind, named]) =>
  Object.entries<(...given: never[]) => readonly unknown[]>(named).map(([name, make]) => ({
    path: `${kind}.${name}`,
    key: make(...(['same', consumers, 'same'] as never[])),
  })),
);

test('no two queries have one key, and each key begins with its kind', () => {
  expect(all.length).toBeGreaterThan(60);
  expect(new Set(all.map(({ key }) => hashKey(key))).size).toBe(all.length);
  expect(all.filter(({ path, key: [kind, name] }) => path !== `${kind}.${name}`)).toEqual([]);
  expect(Object.keys(keys).sort()).toEqual([...kinds].sort());
});

test('lists of one kind differ by account and filter, and from what is found in them and their pages', () => {
  const list = keys.user.list('acme');
  const cut = pagesKey(list, { sort: 'name', size: 25 });
  const different = [
    list,
    keys.user.list('globex'),
    keys.user.list('acme', { status: 'Pending' }),
    keys.user.list('acme', { tag: 'Pending' }),
    foundKey(list, { limit: 5 }),
    foundKey(list, { limit: 5, search: 'ada' }),
    cut,
    pageKey(cut, 1),
    pageKey(cut, 2),
    pagesKey(list, { sort: 'name', size: 25, search: 'ada' }),
  ];
  expect(new Set(different.map((key) => hashKey(key))).size).toBe(different.length);
});

test('a wrong kind, name or part does not compile', () => {
  // @ts-expect-error There is no such kind.
  expect(keys.colour).toBeUndefined();
  // @ts-expect-error Roles are never fetched one by one.
  expect(keys.role.record).toBeUndefined();
  // @ts-expect-error An id is a text.
  keys.tag.record(1);
  // @ts-expect-error A key is made by its factory.
  pagesKey(['user', 'list', 'acme'], {});
});
