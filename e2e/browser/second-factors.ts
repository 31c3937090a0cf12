import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Person } from '../fixtures/api.ts';
import { expect } from '../test.ts';
import { openAs } from './session.ts';

/**
 * The code that an app with this secret shows now, or one step later. Both stay valid if a step ends in the meantime,
 * and the later code is also valid after the first.
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** The secret that a screen shows for typing. */
export async function typedSecret(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  return (await page.locator('code').innerText()).replaceAll(' ', '');
}

/** The recovery codes that a screen shows only once. */
export async function shownCodes(page: Page): Promise<string[]> {
  const items = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  return items.allInnerTexts();
}

/** Opens the security page of a user. */
export async function openSecurity(page: Page, person: Person): Promise<void> {
  await openAs(page, person, '/profile?tab=security');
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
}

export async function enterCode(page: Page, label: 'Code' | 'Recovery code', code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
}
