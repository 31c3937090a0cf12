import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/installation/chromium.mjs';
import { type Company, password as companyPassword } from './company.ts';

/** Runs work with a real browser. */
export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const executablePath = await findChromium();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args: [...sandbox, '--disable-dev-shm-usage'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Signs the first person of a company in through the form. */
export function signInThere(page: Page, origin: string, company: Company): Promise<void> {
  return signInAs(page, origin, { email: company.emails[0] ?? '', password: companyPassword });
}

/** Signs a person in through the form. */
export async function signInAs(
  page: Page,
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('banner').waitFor();
}

/** The cost of opening a page, in milliseconds and bytes. */
export interface Opening {
  readonly paint: number;
  readonly usable: number;
  /** As transferred over the network, compressed. */
  readonly bytes: number;
}

/** Opens a page with an empty cache; it is usable when the element of the selector `usable` is visible. */
export async function openPage(page: Page, url: string, usable: string): Promise<Opening> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(usable).first().waitFor();
  const now = await page.evaluate(() => performance.now());
  // The browser may report the paint a little later.
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  await network.detach();
  return { usable: now, paint: (await painted.jsonValue()) ?? Number.NaN, bytes };
}
