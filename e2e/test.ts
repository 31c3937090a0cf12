import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Person } from './api.ts';
import { Faults } from './faults.ts';
import { productUrl } from './people.ts';
import { keepSession } from './session.ts';

export { expect };

interface Fixtures {
  /** What goes wrong in the pages of this test. */
  faults: Faults;
  /**
   * A new page of a signed-in user, at an address. The tests of a worker share the session of a user, so a test that
   * signs out, or changes what the browser stores, must sign in by itself.
   */
  open: (person: Person, path?: string) => Promise<Page>;
}

interface WorkerFixtures {
  /** The browser of a signed-in user. */
  browserOf: (person: Person) => Promise<BrowserContext>;
}

/** In ms: ten minutes after a sign-in the server requires a proof for changes to the protection of access. */
const longestReuse = 300_000;

/** Every test of the console: it fails when anything goes wrong in a page that the test did not announce. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  faults: [
    async ({ context }, use) => {
      const faults = new Faults();
      faults.watchContext(context);
      await use(faults);
      faults.check();
    },
    { auto: true },
  ],

  browserOf: [
    async ({ browser }, use) => {
      const contexts = new Map<string, BrowserContext>();
      const signedInOn = new Map<string, number>();
      await use(async (person) => {
        const context =
          contexts.get(person.email) ??
          (await browser.newContext({ baseURL: productUrl(), viewport: { width: 1280, height: 800 } }));
        contexts.set(person.email, context);
        const age = Date.now() - (signedInOn.get(person.email) ?? 0);
        // A running test keeps its session.
        if (age > longestReuse && context.pages().length === 0) {
          signedInOn.set(person.email, Date.now());
          const page = await context.newPage();
          await keepSession(page, person);
          await page.close();
        }
        return context;
      });
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],

  open: async ({ browserOf, faults }, use) => {
    const pages: Page[] = [];
    await use(async (person, path = '/') => {
      const page = await (await browserOf(person)).newPage();
      pages.push(page);
      faults.watch(page);
      await page.goto(path);
      return page;
    });
    for (const page of pages) await page.close();
  },
});
