import type { Browser, Page } from '@playwright/test';
import pg from 'pg';
import { signInThere, withBrowser } from '../browser.ts';
import { makeCompany } from '../company.ts';
import { compareWithBefore, inTurn } from '../duel.ts';
import type { Product } from '../installation.ts';
import type { Line, Part } from '../part.ts';

const viewport = { width: 1280, height: 900 };

/** Measures the time from the last keystroke of a search until the list shows only matches, in a real browser. */
export const measureTyping: Part = async ({ ours, before }, _client, { rounds }): Promise<Line[]> =>
  withBrowser(async (browser) => {
    const lines: Line[] = [];
    for (const people of [1_000, 100_000]) {
      const pages = {
        ours: await openList(browser, ours, people),
        before: before && (await openList(browser, before, people)),
      };
      const typeInto = (page: Page) => {
        let search = 0;
        return () => keystroke(page, `person-${people / 2 + ++search}`);
      };
      const times = await inTurn<number>(rounds, {
        ours: typeInto(pages.ours),
        before: pages.before && typeInto(pages.before),
      });
      const what = `Search of ${people.toLocaleString('en')} users, keystroke until shown`;
      lines.push({ what, unit: 'ms', ...compareWithBefore(times.ours, times.before) });
      for (const page of [pages.ours, pages.before]) await page?.context().close();
    }
    const bytes = await storage(ours.superuser);
    return [...lines, { what: 'Storage of a user with two tags, with indexes', unit: 'bytes', ours: bytes }];
  });

/** Opens the list of an account with so many users, signed in as one of them. */
async function openList(browser: Browser, { url, superuser }: Product, people: number): Promise<Page> {
  const company = await makeCompany(superuser, `Typing in ${people}`, people);
  // The observer is injected into the page as text, which the page's Content-Security-Policy forbids.
  const page = await browser.newPage({ viewport, bypassCSP: true });
  await signInThere(page, url, company);
  await page.goto(`${url}/iam/users`);
  await page.locator('tbody tr a').first().waitFor();
  return page;
}

async function storage(connectionString: string): Promise<number> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  const { rows } = await database.query<{ bytes: number }>(`
    select sum(pg_total_relation_size(name::regclass))::float8 / (select count(*) from users) as bytes
    from unnest('{users,user-tags,user-roles,search-texts}'::text[]) as tables (plain), quote_ident(plain) as name`);
  await database.end();
  return rows[0]?.bytes ?? Number.NaN;
}

/** Types a text that matches one person only with its last letter, and returns how long the list took after it. */
async function keystroke(page: Page, text: string): Promise<number> {
  const box = page.getByRole('searchbox');
  await box.fill('');
  await page.locator('tbody tr a').nth(10).waitFor();
  await box.pressSequentially(text.slice(0, -1), { delay: 40 });
  // The list shows the matches so far before the last letter is typed.
  await page.waitForFunction(shows(text.slice(0, -1)));
  if (await page.evaluate(shows(text))) throw new Error(`The last letter of ${text} changes nothing.`);
  const shown = page.evaluate<number>(watch(text));
  await box.pressSequentially(text.slice(-1));
  return shown;
}

/** Whether all rows show a text; runs in the page, whose globals have no types here. */
function shows(text: string): string {
  return `(() => {
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    return rows.length > 0 && rows.every((row) => row.includes(${JSON.stringify(text)}));
  })()`;
}

/** Runs in the page: returns the time from the next letter until all rows show the text. */
function watch(text: string): string {
  return `new Promise((resolve) => {
    let began = 0;
    const look = () => {
      if (began === 0 || !${shows(text)}) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - began));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    document.addEventListener('input', () => { began = performance.now(); }, { once: true, capture: true });
  })`;
}
