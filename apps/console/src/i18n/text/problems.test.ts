// @vitest-environment happy-dom
import { calls, newPasswordSchema, resources } from '@keyhold/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod';
import { setLanguage } from '#i18n/locale/test/page-language.ts';

const server: Record<string, string> = import.meta.glob('../../../../server/src/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

beforeEach(() => vi.resetModules());
afterEach(() => localStorage.clear());

async function sentencesIn(language: string) {
  await setLanguage(language);
  return import('./problems.ts');
}

/** The fields of the console's forms. */
const fields: z.ZodType[] = [
  ...Object.values(resources).flatMap((each) => [...Object.values(each.create), ...Object.values(each.update)]),
  calls.createApplication.body.shape.id,
  calls.renameFactor.body.shape.name,
  newPasswordSchema,
];

/** The messages of the contract about values that a user can type or choose; not those about wrong types. */
function sentencesOfForms(): string[] {
  const wrong = ['', 'x'.repeat(3000), 'a\u0001', 'long enough\u0001', 'Not valid!', []];
  const said = fields.flatMap((field) =>
    wrong.flatMap((value) => {
      const issues = field.safeParse(value).error?.issues ?? [];
      return issues.some(({ code }) => code === 'invalid_type') ? [] : issues.map(({ message }) => message);
    }),
  );
  return [...new Set(said)];
}

/** The messages of the server about a single field, which have no code of their own. */
function sentencesOfServer(): string[] {
  const found = Object.entries(server).flatMap(([path, text]) =>
    path.endsWith('.test.ts') ? [] : [...text.matchAll(/invalid\(\s*'[^']+',\s*'([^']+)',?\s*\)/g)],
  );
  return [...new Set(found.map(([, sentence]) => sentence as string))];
}

describe.each(['de', 'fr'])('in %s', (language) => {
  test('every message about typed values is translated', async () => {
    const { fieldSentence } = await sentencesIn(language);
    const sentences = sentencesOfForms();
    expect(sentences.length).toBeGreaterThan(20);
    expect(sentences.filter((sentence) => fieldSentence(sentence) === sentence).sort()).toEqual([
      // Dates, products and switches are chosen, not typed.
      'A date must be written as 2026-01-05 or 2026-01-05T10:00:00Z.',
      'Error parsing rnString',
      "redirect must be 'loopback'.",
      'status must be Active or Retired.',
      'token-alg must be Ed25519 or EdDSA.',
    ]);
  });

  test('the messages of the server about a field are translated, unless the console cannot cause them', async () => {
    const { fieldSentence } = await sentencesIn(language);
    const untold = sentencesOfServer().filter((sentence) => fieldSentence(sentence) === sentence);
    expect(untold.sort()).toEqual([
      'A lease must last at least two heartbeats, so that one may be lost. Make it longer, or the heartbeat shorter.',
      'An application is of a product. Choose a product.',
      'Only a webhook of the provider can hear of every account.',
      'Say which license with license={rn}, or which product with product={rn}.',
      'The certificate of a license cannot be changed here; only its description can.',
      'The command is of no product. Leave its product null.',
      'The license would end after the year 9999. Extend it by less.',
      'There is no such pool in this account. Choose another pool.',
      'There is no such product in the catalogue. Choose another product.',
      'There is no such product. Choose another product.',
      'This cursor is not valid here. Start again from the first page.',
      'This license has no end that could be moved. Give it one by expiry.',
      'This license is of another product. Choose a license of this product.',
      'This pool is of another product. A pool has licenses of one product.',
      'from must lie before to, and not in the future.',
    ]);
  });
});

test('a translated limit keeps its number', async () => {
  const { fieldSentence } = await sentencesIn('de');
  expect(fieldSentence('The title has at most 200 characters.')).toBe('Das dürfen höchstens 200 Zeichen sein.');
});
