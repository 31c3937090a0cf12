import { expect, type Page } from '@playwright/test';

/**
 * Shows a screen at an address, and waits until it is complete. In an open console it goes there as the Back button does, which
 * takes half of the processor time of reloading the console.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const goes = await page.evaluate((to) => {
    const heading = document.querySelector('header ~ * h1');
    if (!heading) return false;
    const target = new URL(to, document.baseURI);
    // A tab of the same screen would keep its heading.
    if (target.pathname === window.location.pathname) return false;
    heading.setAttribute('data-previous', '');
    const place = (history.state ?? {}) as { idx?: number };
    history.pushState({ idx: (place.idx ?? 0) + 1, key: `visit-${place.idx ?? 0}`, usr: null }, '', target);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    return true;
  }, path);
  if (!goes) await page.goto(path);
  // The previous screen stays until the next one has been loaded.
  await expect(page.locator('[data-previous]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
