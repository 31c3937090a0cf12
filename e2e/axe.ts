import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 700 };

/**
 * Judges what is on the screen: axe finds no violation, wide in the light scheme and on a small phone in the dark one,
 * and nothing scrolls sideways there.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.setViewportSize(wide);
  await judge(page, `${state}, wide, light`);
  await expectAccessibleOnPhone(page, state);
  await page.setViewportSize(wide);
}

/** As {@link expectAccessible}, of something that only a small phone shows. */
export async function expectAccessibleOnPhone(page: Page, state: string): Promise<void> {
  await page.setViewportSize(narrow);
  await setScheme(page, 'dark');
  await judge(page, `${state}, narrow, dark`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${state}: nothing scrolls sideways at 320 px`).toBeLessThanOrEqual(narrow.width);
  await setScheme(page, 'light');
}

async function judge(page: Page, state: string): Promise<void> {
  // A page without frames needs no second page to gather the results of each, and of the results only those are wanted.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  );
  expect.soft(found, state).toEqual([]);
}

/** The scheme as its toggle sets it, also where a dialog covers the toggle. */
async function setScheme(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme);
}
