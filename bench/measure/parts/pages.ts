import { median } from '../../bed/numbers.ts';
import { openPage, signInThere, withBrowser } from '../browser.ts';
import { makeCompany } from '../company.ts';
import type { Line, Part } from '../part.ts';

/** Times that each page is opened. */
const visits = 5;

/** The sign-in page, and the list of 10,000 users, in a real browser. */
export const measurePages: Part = async ({ ours: { url, superuser } }): Promise<Line[]> =>
  withBrowser(async (browser) => {
    const company = await makeCompany(superuser, 'Pages', 10_000);
    const [login, list, clicks] = [[], [], []] as [Opening[], Opening[], number[]];
    for (let visit = 0; visit < visits; visit += 1) {
      // The observer is injected into the page as text, which the page's own policy forbids.
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
      const page = await context.newPage();
      login.push(await openPage(page, `${url}/login`, 'input[type=password]'));
      await signInThere(page, url, company);
      const shown = page.evaluate<number>(watchClick('tbody tr a'));
      await page.getByRole('link', { name: 'Users', exact: true }).click();
      clicks.push(await shown);
      list.push(await openPage(page, `${url}/iam/users`, 'tbody tr a'));
      await context.close();
    }
    return [
      ...openings('Sign-in page', login),
      ...openings('List of 10,000 users', list),
      { part: 'h', what: 'List of 10,000 users, click until rows', unit: 'ms', ours: median(clicks) },
    ];
  });

/** Runs in the page: returns the time from a mousedown until the next paint, in ms. */
function watchClick(selector: string): string {
  return `new Promise((resolve) => {
    let began = 0;
    const painted = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - began);
      port2.postMessage(null);
    };
    const observer = new MutationObserver(() => {
      if (began === 0 || !document.querySelector('${selector}')) return;
      observer.disconnect();
      requestAnimationFrame(painted);
    });
    observer.observe(document.body, { subtree: true, childList: true });
    document.addEventListener('pointerdown', () => { began = performance.now(); }, { once: true, capture: true });
  })`;
}

type Opening = Awaited<ReturnType<typeof openPage>>;

function openings(what: string, all: readonly Opening[]): Line[] {
  return [
    { part: 'h', what: `${what}, transferred`, unit: 'kB', ours: median(all.map(({ bytes }) => bytes / 1000)) },
    { part: 'h', what: `${what}, first paint`, unit: 'ms', ours: median(all.map(({ paint }) => paint)) },
    { part: 'h', what: `${what}, usable`, unit: 'ms', ours: median(all.map(({ usable }) => usable)) },
  ];
}
