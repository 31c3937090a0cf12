import { readFileSync } from 'node:fs';
import { createClient } from '@keyhold/client';
import { type ConsoleConfig, calls, tokenOf } from '@keyhold/contract';
import { expect, type Page } from '@playwright/test';
import { transformSync } from 'rolldown/utils';
import { buildAuthInfo } from '../apps/console/src/session/auth-info.ts';
import { productUrl } from './people.ts';

/** The console's own code for storing a session, as a script for its page. */
const vault = transformSync(
  'vault.ts',
  readFileSync(new URL('../apps/console/src/session/vault.ts', import.meta.url), 'utf8'),
).code.replaceAll(/^export /gm, '');

/** Stores a session in the page's browser like the sign-in form, which takes three times as long. */
export async function keepSession(
  page: Page,
  { email: username, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const body = { username, password };
  const token = tokenOf(await createClient({ baseUrl: productUrl() }).send(calls.authorize, { body }));
  // Any address of the console's origin works; this one also returns the configuration for a session.
  const config = await page.goto(`${productUrl()}/console-config.json`);
  const session = JSON.stringify(buildAuthInfo(token, (await config?.json()) as ConsoleConfig));
  await page.evaluate(`(async () => { ${vault}; await seal(${JSON.stringify(session)}); })()`);
}

/** Starts a session without the sign-in page, and opens an address of the console. */
export async function openAs(
  page: Page,
  person: { readonly email: string; readonly password: string },
  path = '/',
): Promise<void> {
  await keepSession(page, person);
  await page.goto(`${productUrl()}${path}`);
  await expect(page.getByRole('banner')).toBeVisible();
}
