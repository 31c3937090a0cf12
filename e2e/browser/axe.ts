import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const onlyViolations: RunOptions = { resultTypes: ['violations'] };
const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 700 };

/**
 * Checks the page: axe finds no violation in a wide window with the light scheme and on a small phone with the dark
 * scheme, where nothing scrolls sideways.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.setViewportSize(wide);
  await judge(page, `${state}, wide, light`);
  await expectAccessibleOnPhone(page, state);
  await page.setViewportSize(wide);
}

/** Like {@link expectAccessible}, for a state that only a small phone shows. */
export async function expectAccessibleOnPhone(page: Page, state: string): Promise<void> {
  await page.setViewportSize(narrow);
  await setScheme(page, 'dark');
  await judge(page, `${state}, narrow, dark`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${state}: nothing scrolls sideways at 320 px`).toBeLessThanOrEqual(narrow.width);
  await setScheme(page, 'light');
}

async function judge(page: Page, state: string): Promise<void> {
  // Loads axe once per document, which is checked several times: loading it takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(options),
    onlyViolations,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  );
  expect.soft(found, state).toEqual([]);
}

/** Sets the scheme as its toggle does, also when a dialog covers the toggle. */
async function setScheme(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme);
}
