import { expect, test } from 'vitest';
import list from './fixed-sentences.txt?raw';

/**
 * The files with the specification's sentences, once each: the console's own, and the contract for those that the
 * server uses too.
 */
const files: Record<string, string> = import.meta.glob(
  ['../messages/en/**/*.ts', '../../../../../packages/contract/src/**/*.ts', '!**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const sources = Object.values(files).map(withoutComments);
const texts = new Set(sources.flatMap((source) => literals(source, /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)));
/** Texts with arguments: a fixed sentence may be only a part of such a text. */
const templates = [...texts].filter((text) => text.includes('{'));

const sentences = list.split('\n').filter(Boolean);

test('the list of fixed sentences is complete', () => {
  expect(sentences.length).toBeGreaterThan(80);
  expect(new Set(sentences).size).toBeGreaterThan(80);
});

test.each(sentences)('%s', (sentence) => {
  expect(texts.has(sentence) || templates.some((text) => text.includes(sentence))).toBe(true);
});

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

function literals(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}
