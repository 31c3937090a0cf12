import type { Browser, Page } from '@playwright/test';
import { cutHeads } from '../../browser/edge.ts';
import type { Faults } from '../../browser/faults.ts';
import { screens } from '../../browser/screens.ts';
import { openAs } from '../../browser/session.ts';
import { visit } from '../../browser/visit.ts';
import { demoPerson, productUrl } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

/** Including the width that a scrollbar leaves of 1024, the least at which lists are tables. */
const widths = [320, 768, 956, 1008, 1024, 1280, 1440, 1920];
/** Screens that show no list, and one whose long descriptions end after three lines. */
const others = [
  '/iam/users/import',
  '/iam/security',
  '/iam/single-sign-on',
  '/iam/directory',
  '/iam/service-accounts',
  '/iam/audit',
];
const lists = [
  ...screens
    .filter(({ path, section }) => section && section !== 'admin' && !path.includes(':id') && !others.includes(path))
    .map(({ path }) => path),
  '/licensing/usage?tab=refusals',
  '/licensing/usage?tab=licenses',
  '/licensing/usage?tab=people',
];

test('nothing of the demo’s lists is cut off at any width', async ({ open }) => {
  test.setTimeout(600_000);
  const page = await open(await demoPerson('Administrator', 'Shared'), 'about:blank');
  for (const path of lists) {
    await visit(page, path);
    await expectWhole(page, path);
  }
});

/** The lists of provider staff. */
const ofProvider = screens
  .filter(({ path, section }) => section === 'admin' && !path.includes(':id'))
  .map(({ path }) => path);

test('nothing of the lists of provider staff is cut off at any width', async ({ open }) => {
  const page = await open(await demoPerson('Root Administrator', 'provider'), 'about:blank');
  for (const path of ofProvider) {
    await page.goto(path);
    await expectWhole(page, path);
  }
});

for (const language of ['de', 'fr']) {
  test(`nothing of any list is cut off in ${language}`, async ({ browser, faults }) => {
    test.setTimeout(600_000);
    for (const [person, paths] of [
      [await demoPerson('Administrator', 'Shared'), lists],
      [await demoPerson('Root Administrator', 'provider'), ofProvider],
    ] as const) {
      const page = await pageIn(language, browser, faults);
      await openAs(page, person);
      for (const path of paths) {
        await visit(page, `${productUrl()}${path}`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expectWhole(page, `${path} in ${language}`);
      }
      await page.close();
    }
  });
}

test('the numbers of products have room for their heads and badges in every language', async ({ open }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'), 'about:blank');
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const language of ['fr', 'de', 'en']) {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/licensing/usage');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const table = page.locator('main table');
    const cells = table.locator('th, td:not(:first-child)');
    await expect(table.getByText('Keyhold Proof')).toBeVisible();
    const tight = await cells.evaluateAll((all) =>
      all.flatMap((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        const words = document.createRange();
        // Without the arrow that a head shows on hover.
        words.selectNodeContents(cell.querySelector('button')?.firstChild ?? cell);
        const boxes = [...words.getClientRects()];
        const outside = boxes.some((box) => box.right > right - 8 || box.left < left);
        const bottoms = boxes.map(({ bottom }) => bottom);
        const wraps = cell.tagName === 'TD' && Math.max(...bottoms) - Math.min(...bottoms) > 8;
        return outside || wraps ? [`${cell.textContent} in ${cell.clientWidth} × ${cell.clientHeight}`] : [];
      }),
    );
    expect(tight, language).toEqual([]);
  }
});

for (const language of ['en', 'de', 'fr']) {
  test(`nothing of the tables in dialogs is cut off in ${language}`, async ({ browser, faults }) => {
    const page = await pageIn(language, browser, faults);
    await openAs(page, await demoPerson('Root Administrator', 'provider'), '/licensing/unassignedAddons');
    await page.locator('main td[data-actions] button').first().click();
    await expectWhole(page, `the licenses of an add-on in ${language}`, 'dialog');
    await page.close();
  });
}

/** Opens a page in a separate browser, because later tests would see a language that is stored in a user's browser. */
async function pageIn(language: string, browser: Browser, faults: Faults): Promise<Page> {
  const page = await browser.newPage();
  faults.watch(page);
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  return page;
}

async function expectWhole(page: Page, what: string, within: 'main' | 'dialog' = 'main'): Promise<void> {
  await expect(page.getByRole(within).getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole(within).locator('table tbody tr').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // On a busy machine the page may still have the layout of the previous width.
    await expect.poll(() => cutOff(page, within), `${what} at ${width} px`).toEqual([]);
    await expect.poll(() => cutHeads(page.getByRole(within)), `${what} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Returns tables that are wider than their frame, even if they scroll sideways, and texts that are cut off. */
function cutOff(page: Page, within: 'main' | 'dialog'): Promise<string[]> {
  return page.getByRole(within).evaluate((element) => {
    const found = new Set<string>();
    for (const table of element.querySelectorAll('table')) {
      // The content of a head may be wider than the table.
      const frame = table.parentElement ?? table;
      if (frame.scrollWidth > frame.clientWidth + 1)
        found.add(`the table: ${frame.scrollWidth} in ${frame.clientWidth}`);
      for (const text of table.querySelectorAll<HTMLElement>('td *, td, th')) {
        if (text.clientWidth === 0 || getComputedStyle(text).overflowX === 'visible') continue;
        // Content only for screen readers is a pixel wide.
        if (text.clientWidth <= 1) continue;
        if (text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1) {
          const { fontSize, fontFamily } = getComputedStyle(text);
          const sizes = `${text.scrollWidth} × ${text.scrollHeight} in ${text.clientWidth} × ${text.clientHeight}`;
          found.add(`${text.tagName}.${text.className}: ${text.textContent} (${sizes}, ${fontSize} ${fontFamily})`);
        }
      }
    }
    return [...found];
  });
}
