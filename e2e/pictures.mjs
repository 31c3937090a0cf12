// `node e2e/pictures.mjs [ADDRESS] [DATA-FOLDER]`: takes the screenshots of the README and of docs/administration.md from a running demo.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/installation/chromium.mjs';
import { Failure, root, runScript } from '../scripts/processes/workspace.mjs';

const [address = 'http://localhost:8080', data = join(root, 'data')] = process.argv.slice(2);
const folder = join(root, 'docs', 'pictures');

/** @typedef {{ account: string, role: string, email: string, password: string }} Person */
/** @typedef {{ statements: { principals: unknown[], conditions: { tags: string[] }[] }[] }} Policy */
/** @typedef {{ rn: string, state: { user: string | null }, policies: Policy[] }} License */

await runScript(async () => {
  mkdirSync(folder, { recursive: true });
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const person = administrator();
    const { held, byTags, pool } = await licensesOf(person);
    const desk = { width: 1280, height: 800 };
    const take = picturesOf(browser, person);
    await take('sign-in', desk, 'light', '/login', null);
    await take('users', desk, 'light', '/iam/users');
    await take('consumers', desk, 'light', `/licensing/licenses/${byTags}`, 'Consumers');
    await take('usage', desk, 'light', `/licensing/licenses/${held}`, 'Usage');
    await take('usage-overview', { width: 1280, height: 1000 }, 'light', '/licensing/usage');
    await take('dark', desk, 'dark', '/licensing/licenses');
    await take('pool', desk, 'light', `/licensing/pools/${pool}`);
    await take('audit-log', desk, 'light', '/iam/audit');
    await picturesOf(browser, provider())('product', desk, 'light', '/admin/products/keyhold-studio');
    await take('phone', { width: 390, height: 844 }, 'light', '/iam/users');
  } finally {
    await browser.close();
  }
  return 0;
});

/** @returns {Person} */
function provider() {
  /** @type {Person[]} */
  const people = JSON.parse(readFileSync(join(data, 'demo-credentials.json'), 'utf8'));
  const found = people.find(({ role }) => role === 'Root Administrator');
  if (!found) throw new Failure(`There is no Root Administrator in ${data}. Start the demo first.`);
  return found;
}

/** @returns {Person} */
function administrator() {
  /** @type {Person[]} */
  const people = JSON.parse(readFileSync(join(data, 'demo-credentials.json'), 'utf8'));
  const found = people.find(({ account, role }) => account === 'Acme Print' && role === 'Administrator');
  if (!found) throw new Failure(`There is no administrator of Acme Print in ${data}. Start the demo first.`);
  return found;
}

/**
 * The keys of a license that is in use and of a license for people with certain tags, and the id of a pool.
 *
 * @param {Person} person
 */
async function licensesOf({ email, password }) {
  const signedIn = await fetch(`${address}/auth/v1/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  });
  const { token } = /** @type {{ token: string }} */ (await signedIn.json());
  /** @param {string} path */
  const list = async (path) => {
    const reply = await fetch(`${address}${path}`, { headers: { authorization: token } });
    return /** @type {{ items: License[] }} */ (await reply.json()).items;
  };
  const items = await list('/license/v1/licenses');
  const [pool] = await list('/license/v1/pools');
  return {
    pool: keyOf(pool),
    held: keyOf(items.find(({ state }) => state.user !== null)),
    byTags: keyOf(items.find(({ policies }) => policies.length === 1 && policies.every(isForTags))),
  };
}

/** @param {Policy} policy */
function isForTags({ statements: [statement, ...others] }) {
  const tags = statement?.conditions.flatMap((condition) => condition.tags) ?? [];
  return others.length === 0 && statement?.principals.length === 0 && tags.length > 0;
}

/** @param {License | undefined} license */
function keyOf(license) {
  const key = license?.rn.split(':')[4];
  if (!key) throw new Failure('The demo has no such license now. Start it on a new data folder.');
  return key;
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {Person} person
 */
function picturesOf(browser, person) {
  /**
   * @param {string} name
   * @param {{ width: number, height: number }} viewport
   * @param {'light' | 'dark'} scheme
   * @param {string} path
   * @param {string | null} [tab] a tab to open; null for a page shown before sign-in
   */
  return async (name, viewport, scheme, path, tab) => {
    const context = await browser.newContext({ viewport, deviceScaleFactor: 1, reducedMotion: 'reduce' });
    await context.addInitScript(`localStorage.setItem('colorScheme', '${scheme}')`);
    const page = await context.newPage();
    await page.goto(`${address}${path}`);
    await page.getByLabel('Email').waitFor();
    if (tab !== null) {
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(person.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    if (tab) await page.getByRole('tab', { name: tab }).click();
    await page.mouse.move(0, 0);
    // The event stream never ends, so waiting for an idle network would hang.
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  };
}
