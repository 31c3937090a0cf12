// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '#i18n/locale/test/page-language.ts';

afterEach(() => localStorage.clear());

test('a status agrees with its noun in French', async () => {
  await setLanguage('fr');
  const { statusOf, wireWord } = await import('./wire.ts');
  expect(wireWord('Active')).toBe('Actif');
  expect(statusOf('license', 'Active')).toBe('Active');
  expect(statusOf('license', 'Suspended')).toBe('Suspendue');
  expect(statusOf('maintenance-status', 'Active')).toBe('Active');
  expect(statusOf('subscription-status', 'Active')).toBe('Actif');
  expect(statusOf('subscription-status', 'Expired')).toBe('Expiré');
  expect(wireWord('unheard-of')).toBe('unheard-of');
});
