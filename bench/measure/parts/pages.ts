import type { Browser, Page } from '@playwright/test';
import { buildBarePage } from '../bare/bare-page.ts';
import { type Opening, openPage, signInThere, withBrowser } from '../browser.ts';
import { type Company, makeCompany } from '../company.ts';
import { compare, compareWithBefore, inTurn } from '../duel.ts';
import type { Product } from '../installation.ts';
import type { Line, Part } from '../part.ts';

const rows = 'tbody tr a';

/** How long a person looks at a page before the first click, in milliseconds. */
const look = 500;

/** How long a person's pointer rests on a link before the press, in milliseconds; an automated one presses at once. */
const rest = 100;

/** Measures the sign-in page and the list of 10,000 users, in a real browser, against a bare page of the same build. */
export const measurePages: Part = async ({ ours, before, bare }, _client, { rounds }): Promise<Line[]> => {
  await buildBarePage();
  return withBrowser(async (browser) => {
    const visit = async (product: Product) => {
      const company = await makeCompany(product.superuser, 'Pages', 10_000);
      return { company, visit: () => visitProduct(browser, product.url, company) };
    };
    const [now, earlier] = [await visit(ours), before && (await visit(before))];
    const { shown } = await now.visit();
    const query = new URLSearchParams({ account: now.company.account, limit: String(shown) });
    const barePage = () => visitBarePage(browser, `${bare.url}/?${query}`);
    return linesOf(await inTurn<Visit>(rounds, { ours: now.visit, bare: barePage, before: earlier?.visit }));
  });
};

/** The measurements of a contender in one round. */
interface Visit {
  readonly signIn: Opening;
  /** The list, opened by its address. */
  readonly list?: Opening;
  /** From the click until the list's rows are painted, in milliseconds. */
  readonly click: number;
  /** The same, after the pointer has rested on the link. */
  readonly restedClick: number;
  /** The number of rows that were shown. */
  readonly shown: number;
}

async function visitProduct(browser: Browser, url: string, company: Company): Promise<Visit> {
  const page = await newPage(browser);
  const signIn = await openPage(page, `${url}/login`, 'input[type=password]');
  await signInThere(page, url, company);
  const click = await timeClick(page, 'link');
  const shown = await page.locator(rows).count();
  const list = await openPage(page, `${url}/iam/users`, rows);
  await page.context().close();
  const again = await newPage(browser);
  await signInThere(again, url, company);
  const restedClick = await timeClick(again, 'link', rest);
  await again.context().close();
  return { signIn, list, click, restedClick, shown };
}

/** The page's one button stands for the form, and is clicked instead of the menu's link. */
async function visitBarePage(browser: Browser, url: string): Promise<Visit> {
  const page = await newPage(browser);
  const signIn = await openPage(page, url, 'button');
  const click = await timeClick(page, 'button');
  const shown = await page.locator(rows).count();
  await page.context().close();
  const again = await newPage(browser);
  await again.goto(url);
  const restedClick = await timeClick(again, 'button', rest);
  await again.context().close();
  return { signIn, click, restedClick, shown };
}

/** Opens a page with an empty cache. */
async function newPage(browser: Browser): Promise<Page> {
  // The observer is injected into the page as text, which the page's Content-Security-Policy forbids.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
  return context.newPage();
}

async function timeClick(page: Page, role: 'link' | 'button', rested = 0): Promise<number> {
  const target = page.getByRole(role, { name: 'Users', exact: true });
  await target.waitFor();
  await page.waitForTimeout(look);
  if (rested > 0) {
    await target.hover();
    await page.waitForTimeout(rested);
  }
  const shown = page.evaluate<number>(watchClick(rows));
  await target.click();
  return shown;
}

/**
 * Runs in the page: returns the time from a mousedown until the next paint, in ms. The task after the paint has a high
 * priority, so that later work that the page has queued, such as the rows below the window, does not count.
 */
function watchClick(selector: string): string {
  return `new Promise((resolve) => {
    let began = 0;
    const painted = () =>
      scheduler.postTask(() => resolve(performance.now() - began), { priority: 'user-blocking' });
    const observer = new MutationObserver(() => {
      if (began === 0 || !document.querySelector('${selector}')) return;
      observer.disconnect();
      requestAnimationFrame(painted);
    });
    observer.observe(document.body, { subtree: true, childList: true });
    document.addEventListener('pointerdown', () => { began = performance.now(); }, { once: true, capture: true });
  })`;
}

function linesOf({ ours, bare, before }: Awaited<ReturnType<typeof inTurn<Visit>>>): Line[] {
  const against = (figure: (visit: Visit) => number) => compare(ours.map(figure), bare.map(figure), before.map(figure));
  const alone = (figure: (visit: Visit) => number) => compareWithBefore(ours.map(figure), before.map(figure));
  const list = (figure: (opening: Opening) => number) =>
    alone((visit) => (visit.list ? figure(visit.list) : Number.NaN));
  const signIn = 'Sign-in page';
  const users = 'List of 10,000 users';
  const [kilobytes, milliseconds] = [{ unit: 'kB' }, { unit: 'ms' }];
  return [
    { ...kilobytes, what: `${signIn}, transferred`, ...against((visit) => visit.signIn.bytes / 1000) },
    { ...milliseconds, what: `${signIn}, painted`, ...against((visit) => visit.signIn.paint), greatest: 1.5 },
    { ...milliseconds, what: `${signIn}, usable`, ...against((visit) => visit.signIn.usable) },
    { ...kilobytes, what: `${users}, transferred`, ...list(({ bytes }) => bytes / 1000) },
    { ...milliseconds, what: `${users}, painted`, ...list(({ paint }) => paint) },
    { ...milliseconds, what: `${users}, usable`, ...list(({ usable }) => usable) },
    { ...milliseconds, what: `${users}, click until rows`, ...against(({ click }) => click), greatest: 2 },
    {
      ...milliseconds,
      what: `${users}, click until rows, pointer rested on the link for ${rest} ms`,
      ...against(({ restedClick }) => restedClick),
      greatest: 2,
    },
  ];
}
