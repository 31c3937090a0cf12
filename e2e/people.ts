import { expect, type Page } from '@playwright/test';
import { type Credential, databaseFolder, readCredentials } from './product.ts';

/** The address of the product under test. */
export function productUrl(): string {
  const url = process.env['KEYHOLD_E2E_URL'];
  if (!url) throw new Error('The product was not started.');
  return url;
}

/** The folder of the database of the product under test. */
export function productDatabase(): Promise<string> {
  return databaseFolder(process.env['KEYHOLD_E2E_DATA'] ?? '');
}

/** The demo's person with a role, in the provider account or in the customer account of a strategy. */
export async function demoPerson(
  role: Credential['role'],
  where: 'provider' | 'Shared' | 'User-based',
): Promise<Credential> {
  const people = await readCredentials(process.env['KEYHOLD_E2E_DATA'] ?? '');
  const provider = people.find((person) => person.role === 'Root Administrator')?.['account-id'];
  const found = people.find(
    (person) =>
      person.role === role &&
      (where === 'provider'
        ? person['account-id'] === provider
        : person['account-id'] !== provider && person.strategy === where),
  );
  if (!found) throw new Error(`The demo has no ${role} (${where}).`);
  return found;
}

/** Signs in through the form and waits for the shell. */
export async function signIn(page: Page, person: { readonly email: string; readonly password: string }): Promise<void> {
  await submitSignIn(page, person);
  await expect(page.getByRole('banner')).toBeVisible();
}

/** Fills the sign-in form and sends it. */
export async function submitSignIn(
  page: Page,
  person: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto(`${productUrl()}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
