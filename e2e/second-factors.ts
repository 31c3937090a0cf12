import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Person } from './api.ts';
import { openAs } from './session.ts';
import { expect } from './test.ts';

/** The code that an app with this secret shows now, or one step later: both are still good when a step ends meanwhile, and the later one after the first. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** The secret that a screen shows to be typed. */
export async function typedSecret(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  return (await page.locator('code').innerText()).replaceAll(' ', '');
}

/** The recovery codes that a screen shows this once. */
export async function shownCodes(page: Page): Promise<string[]> {
  const items = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  return items.allInnerTexts();
}

/** A user whose page shows their security. */
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
