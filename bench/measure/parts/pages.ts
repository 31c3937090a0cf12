import { openPage, signInThere, withBrowser } from '../browser.ts';
import { makeCompany } from '../company.ts';
import type { Line, Part } from '../part.ts';
import { median } from '../rounds.ts';

/** Times that each page is opened. */
const visits = 5;

/** The sign-in page, and the list of 10,000 users, in a real browser. */
export const measurePages: Part = async ({ product, superuser }): Promise<Line[]> =>
  withBrowser(async (browser) => {
    const company = await makeCompany(superuser, 'Pages', 10_000);
    const [login, list, clicks] = [[], [], []] as [Opening[], Opening[], number[]];
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      login.push(await openPage(page, `${product}/login`, 'input[type=password]'));
      await signInThere(page, product, company);
      const row = page.getByRole('row').nth(1).getByRole('link');
      const began = performance.now();
      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await row.first().waitFor();
      clicks.push(performance.now() - began);
      list.push(await openPage(page, `${product}/iam/users`, 'tbody tr a'));
      await context.close();
    }
    return [
      ...openings('Sign-in page', login),
      ...openings('List of 10,000 users', list),
      { part: 'h', what: 'List of 10,000 users, click until rows', unit: 'ms', ours: median(clicks) },
    ];
  });

type Opening = Awaited<ReturnType<typeof openPage>>;

function openings(what: string, all: readonly Opening[]): Line[] {
  return [
    { part: 'h', what: `${what}, transferred`, unit: 'kB', ours: median(all.map(({ bytes }) => bytes / 1000)) },
    { part: 'h', what: `${what}, first paint`, unit: 'ms', ours: median(all.map(({ paint }) => paint)) },
    { part: 'h', what: `${what}, usable`, unit: 'ms', ours: median(all.map(({ usable }) => usable)) },
  ];
}
