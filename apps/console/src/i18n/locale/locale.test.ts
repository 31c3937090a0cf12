// @vitest-environment happy-dom
import { problemCodes } from '@keyhold/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Loads the page in a browser with these preferred languages, on a device with or without a stored one. */
async function pageIn(languages: string[], remembered?: string) {
  vi.stubGlobal('navigator', { languages });
  if (remembered !== undefined) localStorage.setItem('language', remembered);
  const locale = await import('./locale.ts');
  await locale.loadLanguage();
  const [formats, { relativeTime }, { bulkText }, { problemSentence }] = await Promise.all([
    import('./formats.ts'),
    import('#ui/date/dates.ts'),
    import('#i18n/text/general.ts'),
    import('#i18n/text/problems.ts'),
  ]);
  return { ...locale, ...formats, relativeTime, bulkText, problemSentence };
}

const dayInWords = async (start: string, interval: 'day' | 'hour') =>
  (await import('#parts/usage/time-chart-shape.ts')).bucketLabel(start, interval);

describe('the language of a page', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['fr-CH'], 'fr'],
    [['en-GB', 'de'], 'en'],
    [['it', 'es-MX'], 'en'],
    [[], 'en'],
  ])('for a browser that prefers %s is %s', async (preferred, language) => {
    expect((await pageIn(preferred)).language).toBe(language);
    expect(document.documentElement.lang).toBe(language);
    expect(document.documentElement.dir).toBe('ltr');
  });

  test('is the stored language, regardless of the browser', async () => {
    expect((await pageIn(['de'], 'fr')).language).toBe('fr');
  });

  test('is stored for the next page and does not change on this one', async () => {
    const page = await pageIn(['en']);
    expect(page.rememberLanguage('de')).toBe(true);
    expect(page.language).toBe('en');
    expect(localStorage.getItem('language')).toBe('de');
  });

  test('is that of the browser if storage is blocked', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
      clear: () => undefined,
    });
    expect((await pageIn(['fr'])).language).toBe('fr');
  });
});

const instant = new Date('2026-01-05T15:45:30.000Z');
const twoDays = ['2026-01-03T15:45:30.000Z', instant.getTime()] as const;

test('formats English numbers, lists, dates and plurals', async () => {
  const page = await pageIn(['en']);
  expect(page.formatNumber(1234567)).toBe('1,234,567');
  expect(page.formatList(['a', 'b', 'c'])).toBe('a, b, c');
  expect(page.dayOf(instant)).toBe('2026-01-05');
  expect(page.instantOf(instant)).toBe('2026-01-05 15:45:30 UTC');
  expect(page.relativeTime(...twoDays)).toBe('2 days ago');
  expect(page.bulkText.deleteTitle({ count: 1 })).toBe('Delete 1 user');
  expect(page.bulkText.deleteTitle({ count: 1200 })).toBe('Delete 1,200 users');
});

test('formats German numbers, lists, dates and plurals', async () => {
  const page = await pageIn(['de']);
  expect(page.formatNumber(1234567)).toBe('1.234.567');
  expect(page.formatList(['a', 'b', 'c'])).toBe('a, b und c');
  expect(page.instantOf(instant)).toBe('05.01.2026 15:45:30 UTC');
  expect(page.relativeTime(...twoDays)).toBe('vor 2 Tagen');
  expect(page.bulkText.releaseTitle({ count: 1200 })).toBe('1.200 Lizenzen freigeben');
  expect(await dayInWords('2026-02-10T14:00:00Z', 'hour')).toBe('Di., 10. Feb. 2026, 14:00–15:00');
});

test('formats French numbers, dates and plurals', async () => {
  const page = await pageIn(['fr']);
  expect(page.formatNumber(1234)).toBe('1\u202f234');
  expect(page.relativeTime(...twoDays)).toBe('il y a 2 jours');
  expect(await dayInWords('2026-02-10T00:00:00Z', 'day')).toBe('mar. 10 févr. 2026');
  expect(page.bulkText.usersDeleted({ count: 0 })).toBe('0 utilisateur supprimé');
  expect(page.bulkText.usersDeleted({ count: 2 })).toBe('2 utilisateurs supprimés');
});

test('a problem of the server is translated by its code; with an unknown code it keeps its message', async () => {
  const problem = { code: 'email-taken', message: 'This email already exists.' };
  const unknown = { code: 'brand-new', message: 'Something new.' };
  const page = await pageIn(['de']);
  expect(page.problemSentence(problem)).toBe('Diese E-Mail-Adresse gibt es schon.');
  expect(page.problemSentence({ code: 'invalid', message: 'Empty name' })).toBe('Der Name fehlt');
  expect(page.problemSentence(unknown)).toBe('Something new.');
  for (const code of problemCodes) {
    expect(page.problemSentence({ code, message: 'In English.' }), code).not.toBe('In English.');
  }
  vi.resetModules();
  const inEnglish = await pageIn(['en']);
  expect(inEnglish.problemSentence(problem)).toBe('This email already exists.');
});

test('a status in the audit log is translated; typed text is not', async () => {
  await pageIn(['de']);
  const { changesOf } = await import('#records/activity/audit-changes.ts');
  const sides = { before: { status: 'Inactive', title: '' }, after: { status: 'Active', title: 'Active' } };
  expect(changesOf({ action: 'iam:UpdateUser', ...sides })).toEqual([
    { label: 'Status', before: 'Inaktiv', after: 'Aktiv' },
    { label: 'Titel', before: '', after: 'Active' },
  ]);
});

test('a status in the audit log agrees with its record in French', async () => {
  await pageIn(['fr']);
  const { changesOf } = await import('#records/activity/audit-changes.ts');
  const after = (action: string) =>
    changesOf({ action, before: { status: 'Suspended' }, after: { status: 'Active' } }).map((change) => change.after);
  expect(after('license:UpdateLicenseStatus')).toEqual(['Active']);
  expect(after('iam:UpdateUserStatus')).toEqual(['Actif']);
});

test('the pseudo-locale is longer, accented and right-to-left, with unchanged arguments', async () => {
  const page = await pageIn(['de'], 'pseudo');
  expect(page.direction).toBe('rtl');
  expect(page.bulkText.apply).toBe('Ápply ~');
  expect(page.bulkText.deleteTitle({ count: 2 })).toBe('Délété ~~ 2 úsérs ~~ ↵');
});
