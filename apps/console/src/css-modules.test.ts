import { expect, test } from 'vitest';

/** The classes of each stylesheet, and for what they stand on the page. */
const sheets: Record<string, Record<string, string>> = import.meta.glob('./**/*.css', {
  import: 'default',
  eager: true,
});
const sources: Record<string, string> = import.meta.glob(['./**/*.{ts,tsx}', '!./**/*.{test,d}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The only stylesheet whose rules hold for all of the page. */
const theme = './ui/theme/tokens.css';

const importStatement = /^import (?:(\w+) from )?'([#.].*\.css)';$/gm;

/** Each use of a stylesheet: by which file, under which name. */
const imports = Object.entries(sources).flatMap(([file, text]) =>
  [...text.matchAll(importStatement)].map(([, name, path = '']) => ({ file, text, name, sheet: resolved(path, file) })),
);

function resolved(path: string, from: string): string {
  return path.startsWith('#') ? path.replace('#', './') : path.replace('.', from.slice(0, from.lastIndexOf('/')));
}

function usedIn(sheet: string): string[] {
  const uses = imports.filter((each) => each.sheet === sheet);
  const used = new Set(
    // A component that takes the whole module uses all of it.
    uses.flatMap(({ text, name }) =>
      text.includes(`classNames={${name}}`)
        ? definedIn(sheet)
        : [...text.matchAll(new RegExp(`(?<![\\w/])${name}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    ),
  );
  return [...used].sort();
}

function definedIn(sheet: string): string[] {
  return Object.keys(sheets[sheet] ?? {}).sort();
}

test('every stylesheet but that of the theme is a module', () => {
  expect(Object.keys(sheets).filter((sheet) => !sheet.endsWith('.module.css'))).toEqual([theme]);
  const global = imports.filter(({ name, sheet }) => name === undefined && sheet !== theme);
  expect(global.map(({ file, sheet }) => `${file} imports ${sheet}`)).toEqual([]);
});

test.each(Object.keys(sheets).filter((sheet) => sheet !== theme))(
  '%s defines the classes that are used of it',
  (sheet) => {
    expect(usedIn(sheet)).toEqual(definedIn(sheet));
  },
);

test('no element is given a class by a string', () => {
  const written = /\bclassName(?:=\{?|: )["'][^"']*["']/g;
  const found = Object.entries(sources).flatMap(([file, text]) => [
    ...[...text.matchAll(written)].map(([match]) => `${file}: ${match}`),
    // Between the parts of a class there is only space.
    ...[...text.matchAll(/className=\{[^}]*?`([^`]*)`/g)]
      .filter(([, parts = '']) => parts.replaceAll(/\$\{[^}]*\}/g, '').trim() !== '')
      .map(([match]) => `${file}: ${match}`),
  ]);
  expect(found).toEqual([]);
});
