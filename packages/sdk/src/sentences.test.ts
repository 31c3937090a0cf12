import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { KeyholdError, LeaseReleasedError, NoSeatError } from './replies/errors.ts';
import { sentenceFor, sentences } from './sentences.ts';

/** Codes that only a mistake of the developer or the environment of the application causes. */
const ofDevelopers = [
  'no-root-key',
  'no-secure-context',
  'no-ed25519',
  'no-application',
  'not-in-web-pages',
  'no-lease-yet',
];
const ofAttacks = ['wrong-state', 'wrong-issuer', 'refused'];

test('every code that a user can meet has a sentence in each language', async () => {
  const folder = new URL('.', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const thrown = texts.flatMap((text) => [
    ...text.matchAll(/new \w*Error\(\s*'([a-z0-9-]+)'/g),
    ...text.matchAll(/reason: '([a-z-]+)'/g),
  ]);
  const reasons = /From the server:([\s\S]*?)\.\s+\*? ?From the SDK/.exec(
    texts[files.indexOf('leases/lease.ts')] ?? '',
  )?.[1];
  const documented = [...(reasons ?? '').matchAll(/`([a-z-]+)`/g)];
  expect([thrown.length, documented.length].every((count) => count > 8)).toBe(true);
  const codes = new Set([...thrown, ...documented].map(([, code = '']) => code));
  const exempt = [...ofDevelopers, ...ofAttacks, 'lease-released'];
  expect([...codes].filter((code) => !(code in sentences) && !exempt.includes(code))).toEqual([]);
});

test('a sentence is in the language of the user, and French spaces are narrow', () => {
  const full = new NoSeatError('no-seat', 'Every seat is in use.', 409, null);
  expect(sentenceFor(full, 'de')).toBe('Alle Lizenzen sind in Gebrauch.');
  const released = new LeaseReleasedError('lease-released', 'You were signed out.', 409, 'session-ended', null);
  expect(sentenceFor(released, 'fr')).toBe('Vous avez été déconnecté.');
  expect(sentenceFor({ reason: 'moved', message: '' }, 'en')).toBe('This device now uses another license.');
  expect(sentenceFor(new KeyholdError('newer', 'Of a newer server.'), 'de')).toBe('Of a newer server.');
  for (const { fr } of Object.values(sentences)) expect(fr).not.toMatch(/[^\u202f][;:!?]/);
});
