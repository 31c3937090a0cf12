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
   * A new page of a signed-in user, at an address. Who was signed in before in this worker has not signed out,
   * so a test that signs out, or changes what the browser keeps, signs in by itself.
   */
  open: (person: Person, path?: string) => Promise<Page>;
}

interface WorkerFixtures {
  /** The browser of a signed-in user. */
  browserOf: (person: Person) => Promise<BrowserContext>;
}

/** Every test of the console: it fails when anything goes wrong in a page that the test did not provoke. */
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
      const contexts = new Map<string, Promise<BrowserContext>>();
      const begin = async (person: Person): Promise<BrowserContext> => {
        const context = await browser.newContext({ baseURL: productUrl(), viewport: { width: 1280, height: 800 } });
        const page = await context.newPage();
        await keepSession(page, person);
        await page.close();
        return context;
      };
      await use((person) => {
        const context = contexts.get(person.email) ?? begin(person);
        contexts.set(person.email, context);
        return context;
      });
      for (const context of contexts.values()) await (await context).close();
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
