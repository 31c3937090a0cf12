import type { Page } from '@playwright/test';

/** Counts the presses in a page from now on: clicks, and keys that press a button or an option. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    // A key that presses a button arrives as a click, too; that of an option does not.
    addEventListener('click', () => (counted.presses += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}
