import { readFileSync } from 'node:fs';
import { createClient } from '@keyhold/client';
import { type ConsoleConfig, calls, tokenOf } from '@keyhold/contract';
import { expect, type Page } from '@playwright/test';
import { transformSync } from 'rolldown/utils';
import { buildAuthInfo } from '../../apps/console/src/session/auth-info.ts';
import { productUrl } from '../fixtures/people.ts';

/** The console's own code for storing a session, as a script for its page. */
const vault = transformSync(
  'vault.ts',
  readFileSync(new URL('../../apps/console/src/session/vault.ts', import.meta.url), 'utf8'),
).code.replaceAll(/^export /gm, '');

const address = (): string => `${productUrl()}/console-config.json`;

let loaded: Promise<ConsoleConfig> | undefined;

/** The product's configuration, which every session of a worker follows. */
function configuration(): Promise<ConsoleConfig> {
  loaded ??= fetch(address()).then((reply) => reply.json() as Promise<ConsoleConfig>);
  return loaded;
}

/** A page of the same browser at an address of the console where none of its code runs: one that is there, or this one. */
async function quietPage(page: Page): Promise<Page> {
  const isQuiet = (each: Page): boolean => each.url() === address();
  // An open console, however, must not see the session of another person arrive.
  const quiet = page.url() === 'about:blank' ? page.context().pages().find(isQuiet) : undefined;
  if (quiet) return quiet;
  if (!isQuiet(page)) await page.goto(address());
  return page;
}

/** Stores a session in the page's browser like the sign-in form, which takes three times as long. */
export async function keepSession(
  page: Page,
  { email: username, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const body = { username, password };
  const token = tokenOf(await createClient({ baseUrl: productUrl() }).send(calls.authorize, { body }));
  const session = JSON.stringify(buildAuthInfo(token, await configuration()));
  await (await quietPage(page)).evaluate(`(async () => { ${vault}; await seal(${JSON.stringify(session)}); })()`);
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
