import { describe, expect, test } from 'vitest';
import de from './de.ts';
import fr from './fr.ts';

const en = Object.assign({}, ...Object.values(import.meta.glob('./en/**/*.ts', { eager: true })));
const sources: Record<string, string> = import.meta.glob(['../../**/*.{ts,tsx}', '!../../**/*.{test,d}.*', '!./**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Compiled messages by their path. */
function messagesOf(part: unknown, path: string): [path: string, message: unknown][] {
  if (typeof part === 'string' || Array.isArray(part)) return [[path, part]];
  return Object.entries(part as object).flatMap(([id, each]) => messagesOf(each, `${path}.${id}`));
}

/** The argument names of a compiled message, including those inside its branches. */
function argumentsOf(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  return message.filter(Array.isArray).flatMap(([name, , options]: unknown[]) => {
    const branches = typeof options === 'object' && options !== null ? Object.values(options) : [];
    return [String(name), ...branches.flatMap(argumentsOf)];
  });
}

const english = new Map(messagesOf(en, ''));

test('the English messages of all areas are loaded', () => {
  expect(english.size).toBeGreaterThan(500);
});

describe.each([
  ['German', de],
  ['French', fr],
])('%s', (_, catalogue) => {
  const messages = messagesOf(catalogue, '');

  test('has the same messages as English, each with the same arguments', () => {
    const named = (each: Iterable<[string, unknown]>) =>
      [...each].map(([path, message]) => `${path} ${[...new Set(argumentsOf(message))].sort()}`).sort();
    expect(named(messages)).toEqual(named(english));
  });

  test('groups the digits of a large number', () => {
    const texts = Object.values(catalogue.fieldProblemText);
    expect(texts.filter((text) => /\d{4}/.test(String(text)))).toEqual([]);
  });

  test('has no empty message', () => {
    expect(messages.filter(([, message]) => message === '' || String(message).trim() === '')).toEqual([]);
  });
});

test('French has a narrow space before high punctuation', () => {
  const texts = messagesOf(fr, '').map(([, message]) => JSON.stringify(message));
  expect(texts.filter((text) => /[^:"] [;:!?»]|« /.test(text))).toEqual([]);
});

test('French has no hyphen that a search for the typed one would miss', () => {
  const texts = messagesOf(fr, '').map(([, message]) => JSON.stringify(message));
  expect(texts.filter((text) => text.includes('\u2011'))).toEqual([]);
});

test('every count is formatted as a number', () => {
  const plain = (message: unknown) =>
    Array.isArray(message) && message.some((part) => Array.isArray(part) && part.length === 1 && part[0] === 'count');
  const all = [en, de, fr].flatMap((each) => messagesOf(each, ''));
  expect(all.filter(([, message]) => plain(message)).map(([path]) => path)).toEqual([]);
});

test('no error has a hard-coded message, except those that users never see', () => {
  const found = Object.values(sources).flatMap((text) => [...text.matchAll(/new Error\((['"`])(?!\$\{)(.+)\1/g)]);
  expect(found.map(([, , words]) => words).sort()).toEqual([
    'The configuration is read outside of the application.',
    'The page has no element with the id "root".',
    'The server offers no passkeys now.',
  ]);
});
