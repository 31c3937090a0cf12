import { expect, test } from 'vitest';

/** The classes of each stylesheet, with their names on the page. */
const sheets: Record<string, Record<string, string>> = import.meta.glob('./**/*.css', {
  import: 'default',
  eager: true,
});
const sources: Record<string, string> = import.meta.glob(['./**/*.{ts,tsx}', '!./**/*.{test,d}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The only stylesheet with global rules. */
const theme = './ui/theme/tokens.css';

const importStatement = /^import (?:(\w+) from )?'([#.].*\.css)';$/gm;

/** Each import of a stylesheet: the importing file and the local name. */
const imports = Object.entries(sources).flatMap(([file, text]) =>
  [...text.matchAll(importStatement)].map(([, name, path = '']) => ({ file, text, name, sheet: resolved(path, file) })),
);

function resolved(path: string, from: string): string {
  return path.startsWith('#') ? path.replace('#', './') : path.replace('.', from.slice(0, from.lastIndexOf('/')));
}

function usedIn(sheet: string): string[] {
  const uses = imports.filter((each) => each.sheet === sheet);
  const used = new Set(
    // A component that receives the whole module uses all of its classes.
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

test('every stylesheet except the theme is a CSS module', () => {
  expect(Object.keys(sheets).filter((sheet) => !sheet.endsWith('.module.css'))).toEqual([theme]);
  const global = imports.filter(({ name, sheet }) => name === undefined && sheet !== theme);
  expect(global.map(({ file, sheet }) => `${file} imports ${sheet}`)).toEqual([]);
});

test.each(Object.keys(sheets).filter((sheet) => sheet !== theme))(
  '%s defines exactly the classes that are used',
  (sheet) => {
    expect(usedIn(sheet)).toEqual(definedIn(sheet));
  },
);

test('no element has a class written as a string', () => {
  const written = /\bclassName(?:=\{?|: )["'][^"']*["']/g;
  const found = Object.entries(sources).flatMap(([file, text]) => [
    ...[...text.matchAll(written)].map(([match]) => `${file}: ${match}`),
    // Only spaces may separate the parts of a class.
    ...[...text.matchAll(/className=\{[^}]*?`([^`]*)`/g)]
      .filter(([, parts = '']) => parts.replaceAll(/\$\{[^}]*\}/g, '').trim() !== '')
      .map(([match]) => `${file}: ${match}`),
  ]);
  expect(found).toEqual([]);
});
