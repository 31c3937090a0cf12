import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';

/** Something on the screen: how it comes there from its address. */
export type State = readonly [what: string, path: string, arrange?: (page: Page) => Promise<void>];

/** Brings each state to the screen and judges it. */
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
