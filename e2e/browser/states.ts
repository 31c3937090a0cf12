import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';

/** A state of the screen: its address, and how to reach the state from there. */
export type State = readonly [what: string, path: string, arrange?: (page: Page) => Promise<void>];

/** Opens each state and checks its accessibility. */
export async function judgeAll(page: Page, states: readonly State[]): Promise<void> {
  for (const [what, path, arrange] of states) {
    await test.step(what, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await arrange?.(page);
      await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(page, what);
    });
  }
}

/** Presses the first button of a name. */
export const button = (name: string) => async (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
