// @vitest-environment happy-dom
import { builtInRoles } from '@keyhold/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/locale/test/page-language.ts';

beforeEach(() => vi.resetModules());
afterEach(() => localStorage.clear());

const descriptions = [true, false]
  .flatMap((provider) => builtInRoles({ provider }))
  .map(({ description }) => description);

test.each([
  ['de', 'Darf in allen Konten alles.'],
  ['fr', 'Peut tout faire dans tous les comptes.'],
])('the descriptions of the built-in roles are translated to %s', async (language, everything) => {
  await setLanguage(language);
  const { roleDescription } = await import('./roles.ts');
  expect(descriptions.filter((description) => roleDescription(description) === description)).toEqual([]);
  expect(roleDescription('May do everything in every account.')).toBe(everything);
});

test('English descriptions, and those of other roles, are shown as they are stored', async () => {
  const { roleDescription } = await import('./roles.ts');
  expect(descriptions.map(roleDescription)).toEqual(descriptions);
  expect(roleDescription('Only this role.')).toBe('Only this role.');
});
