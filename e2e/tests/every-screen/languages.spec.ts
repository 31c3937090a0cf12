import { calls } from '@keyhold/contract';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from '../../browser/axe.ts';
import { beyondTheEdge, brokenWords, cutHeads } from '../../browser/edge.ts';
import { pathsOf } from '../../browser/screens.ts';
import { openAs } from '../../browser/session.ts';
import { visit } from '../../browser/visit.ts';
import type { Person } from '../../fixtures/api.ts';
import { authorizationQuery, startDevice } from '../../fixtures/applications.ts';
import { type Company, foundCompany, idOf, invite, issue, viewer } from '../../fixtures/company.ts';
import { nextSubject } from '../../fixtures/mailbox.ts';
import { oneOfEach } from '../../fixtures/one-of-each.ts';
import { demoPerson, productUrl } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const phone = { width: 320, height: 640 };
const wide = { width: 1280, height: 800 };

/** Opens a page on a separate device, with the language of the options. */
async function device(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: productUrl(), viewport: wide, ...options });
  return context.newPage();
}

/** Signs in by the names of the inputs, whatever their labels are. */
async function signInAnywhere(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toBeVisible();
}

for (const [locale, language, title] of [
  ['de-CH', 'de', 'Anmelden'],
  ['fr-FR', 'fr', 'Se connecter'],
  ['en-GB', 'en', 'Log in'],
  ['it-IT', 'en', 'Log in'],
] as const) {
  test(`the sign-in page of a browser in ${locale} says “${title}”`, async ({ browser, faults }) => {
    const page = await device(browser, { locale });
    faults.watch(page);
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.context().close();
  });
}

test('a chosen language is kept, on other devices and in mails too', async ({ browser, faults }) => {
  const { administrator } = await foundCompany('Shared');
  const page = await device(browser, { locale: 'en-GB' });
  faults.watch(page);
  await signInAnywhere(page, administrator);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Person/ })
    .click();
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Benutzer', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Benutzer', exact: true })).toBeVisible();

  await test.step('on another device, from the sign-in on', async () => {
    const other = await device(browser, { locale: 'en-GB' });
    faults.watch(other);
    await signInAnywhere(other, administrator);
    await expect(other.getByRole('navigation').getByRole('link', { name: 'Lizenzen', exact: true })).toBeVisible();
    await other.goto('/logout');
    await expect(other.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
    await other.context().close();
  });

  await test.step('in mails', async () => {
    await page.goto('/logout');
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
    // The sign-in page, which also has this field, stays until the next screen has loaded.
    await expect(page.getByRole('heading', { level: 1, name: 'Passwort zurücksetzen' })).toBeVisible();
    await page.getByLabel('E-Mail').fill(administrator.email);
    await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click();
    await expect(page.getByText('Anfrage angenommen')).toBeVisible();
    expect(await nextSubject(administrator.email, '')).toMatch(/^Setzen Sie Ihr Passwort/);
  });
  await page.context().close();
});

test('a user with unsaved input is asked before the page changes its language', async ({ browser, faults }) => {
  const company = await foundCompany('Shared');
  const page = await device(browser, { locale: 'en-GB' });
  faults.watch(page);
  await signInAnywhere(page, company.administrator);
  await page.goto(`/iam/users/${idOf(await invite(company.id))}`);
  await page.getByLabel('Title').fill('Not saved yet');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Person/ })
    .click();
  // The open question blocks the page, and so the click.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  expect(await asked).toBe('beforeunload');
  await expect(page.getByLabel('Title')).toHaveValue('Not saved yet');
  await page.context().close();
});

test('staying keeps the language everywhere, and leaving changes it everywhere', async ({ browser, faults }) => {
  const company = await foundCompany('Shared');
  const page = await device(browser, { locale: 'en-GB' });
  faults.watch(page);
  await signInAnywhere(page, company.administrator);
  await page.goto(`/iam/users/${idOf(await invite(company.id))}`);
  await page.getByLabel('Title').fill('Not saved yet');
  const openMenu = () =>
    page
      .getByRole('banner')
      .getByRole('button', { name: /Person/ })
      .click();
  const choose = async (language: string, answer: 'accept' | 'dismiss'): Promise<void> => {
    const asked = page.waitForEvent('dialog').then((dialog) => dialog[answer]());
    await page.getByRole('menuitemradio', { name: language }).click();
    await asked;
  };
  const kept = async () => {
    const params = { id: idOf(company.administrator.user) };
    const { item } = await company.api.send(calls.getPreferences, { params });
    return { server: item.language, device: await page.evaluate(() => localStorage.getItem('language')) };
  };

  await openMenu();
  await choose('Français', 'dismiss');
  await choose('Deutsch', 'dismiss');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  expect(await kept()).toEqual({ server: null, device: null });

  // The language also stays the same when the page is left for another reason.
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('');
  expect(await kept()).toEqual({ server: null, device: null });

  await page.getByLabel('Title').fill('Given up');
  await openMenu();
  await choose('Français', 'accept');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect.poll(kept).toEqual({ server: 'fr', device: 'fr' });
  await page.context().close();
});

test('the pages of a list, its file and the button that copies a key are named in French', async ({
  browser,
  faults,
}) => {
  const company = await foundCompany('User-based');
  await issue(company.id, { ...viewer, count: 60 });
  const page = await device(browser, { locale: 'fr-FR' });
  faults.watch(page);
  await openAs(page, company.administrator);
  await page.goto('/licensing/licenses');
  await page.getByRole('button', { name: 'Page suivante' }).click();
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Page suivante' })).toBeDisabled();
  await page.getByRole('button', { name: 'Page précédente' }).click();
  await expect(page.locator('[data-foot]')).toContainText('1–50 sur 60');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter en CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^licences-\d{4}-\d\d-\d\d\.csv$/);
  await page.locator('main tbody a').first().click();
  await expect(page.getByRole('button', { name: 'Copier\u00a0: clé' })).toBeVisible();
  await page.context().close();
});

test('a refusal of the server is shown in German', async ({ browser, faults }) => {
  const page = await device(browser, { locale: 'de-DE' });
  faults.watch(page);
  faults.expectRefusal(401, /authorize/);
  await page.goto('/login');
  await page.getByLabel('E-Mail').fill('niemand');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Ungültige E-Mail-Adresse')).toBeVisible();
  await expect(page.getByText('Das Passwort fehlt')).toBeVisible();
  await page.getByLabel('E-Mail').fill('niemand@company.example');
  await page.getByLabel('Passwort').fill('falsch');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('alert')).toContainText('E-Mail oder Passwort ist falsch');
  await page.context().close();
});

for (const [language, width] of [
  ['de', 768],
  ['fr', 320],
  ['pseudo', 320],
] as const) {
  test(`tabs in ${language} fade at the edge that has more at ${width} px, and the open one is seen whole`, async ({
    browser,
    faults,
  }) => {
    const page = await device(browser, { viewport: { width, height: 800 } });
    faults.watch(page);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await openAs(page, await demoPerson('Administrator', 'Shared'));
    // Widths of text, and so the ends of scrolling, are fractions of a pixel that depend on the font.
    const fades = () =>
      page.getByRole('tablist').evaluate((list) => {
        const style = getComputedStyle(list);
        const widths = ['--kh-before', '--kh-after'].map((name) => Number.parseFloat(style.getPropertyValue(name)));
        return widths.map((width) => (width < 4 ? 'no fade' : width > 36 ? 'a fade' : width));
      });
    for (const [tab, faded] of [
      ['products', ['no fade', 'a fade']],
      ['people', ['a fade', 'no fade']],
    ] as const) {
      await page.goto(`/licensing/usage?tab=${tab}`);
      await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.99 });
      await expect.poll(fades, tab).toEqual(faded);
    }
    await page.context().close();
  });
}

/** The addresses of all screens: public, of an administrator, and of provider staff. */
async function addresses(company: Company) {
  const idFor = await oneOfEach(company);
  const user = `/iam/users/${idFor('/iam/users/:id')}`;
  const license = `/licensing/licenses/${idFor('/licensing/licenses/:id')}`;
  const { userCode } = await startDevice('Render node 7');
  return {
    public: [
      '/login',
      '/login/sso?error=not-invited',
      '/login/reset',
      '/activate',
      '/confirm-email?key=any',
      '/nowhere',
    ],
    administrator: [
      // A code is valid for ten minutes.
      `/device?code=${userCode}`,
      '/device',
      `/consent?${authorizationQuery('http://127.0.0.1:52714/')}`,
      '/consent?client_id=nobody',
      ...pathsOf([null, 'iam', 'licensing'], idFor),
      '/profile?tab=security',
      ...['roles', 'tags', 'resend'].map((tab) => `${user}?tab=${tab}`),
      ...['consumers', 'addons', 'usage'].map((tab) => `${license}?tab=${tab}`),
      '/licensing/usage?tab=people',
    ],
    provider: [...pathsOf(['admin'], idFor), `/admin/accounts/${company.id}?tab=owner`],
  };
}

/** Continues with the next screen after a failure. */
const eventually = expect.configure({ soft: true });

/** Returns the texts of buttons and selectors without options that are cut off, some of them by an inner element. */
function cutButtons(page: Page): Promise<string[]> {
  return page
    .locator('main :is(button, .mantine-Button-root)')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) =>
          [button, ...button.querySelectorAll('*')].some(
            (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline',
          ),
        )
        .map(({ textContent }) => textContent ?? ''),
    );
}

for (const language of ['de', 'fr', 'pseudo'] as const) {
  test(`every screen in ${language} is accessible and fits a phone and a desk`, async ({ browser, faults }) => {
    test.setTimeout(600_000);
    // The consent page of an invalid request.
    faults.expectRefusal(400, /\/authorization$/);
    const company = await foundCompany('Shared');
    const paths = await addresses(company);
    const people = [
      [null, paths.public],
      [company.administrator, paths.administrator],
      [await demoPerson('Root Administrator', 'provider'), paths.provider],
    ] as const;
    for (const [person, addresses] of people) {
      const page = await device(browser, { locale: 'en-GB', reducedMotion: 'reduce' });
      faults.watch(page);
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      if (person) await signInAnywhere(page, person);
      for (const path of addresses) {
        await visit(page, path);
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'pseudo' ? 'rtl' : 'ltr');
        for (const viewport of [phone, wide]) {
          await page.setViewportSize(viewport);
          // Elements that measure themselves follow the new width a moment later.
          const where = `${path} in ${language} at ${viewport.width} px`;
          await eventually.poll(() => beyondTheEdge(page), where).toEqual([]);
          await eventually.poll(() => cutButtons(page), where).toEqual([]);
          await eventually.poll(() => cutHeads(page.locator('main')), where).toEqual([]);
          await eventually.poll(() => brokenWords(page), where).toEqual([]);
        }
        await expectAccessible(page, `${path} in ${language}`);
      }
      await page.context().close();
    }
  });
}
