import { test as base, expect, type Page } from '@playwright/test';
import { Faults } from './browser/faults.ts';
import type { Person } from './fixtures/api.ts';
import { Devices } from './fixtures/devices.ts';

export { expect };

interface Fixtures {
  /** What goes wrong in the pages of this test. */
  faults: Faults;
  /**
   * A new page of a signed-in user, at an address. The tests of a worker share the session of a user, so a test that
   * signs out, or changes what the browser stores, must sign in by itself.
   */
  open: (person: Person, path?: string) => Promise<Page>;
  /** Whether the test begins in a browser that has loaded nothing before. */
  emptyCache: boolean;
  /** The browser contexts of this test. */
  devices: Devices;
}

interface WorkerFixtures {
  /** The browser contexts that the tests of a worker use one after another. */
  keptDevices: Devices;
}

/** Every test of the console: it fails when anything goes wrong in a page that the test did not announce. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  keptDevices: [
    async ({ browser }, use) => {
      const devices = new Devices(browser);
      await use(devices);
      await devices.close();
    },
    { scope: 'worker' },
  ],

  emptyCache: [false, { option: true }],

  devices: async ({ browser, emptyCache, keptDevices }, use) => {
    const devices = emptyCache ? new Devices(browser) : keptDevices;
    await use(devices);
    if (emptyCache) await devices.close();
  },

  // Nothing that previous tests stored is in it.
  context: async ({ devices, viewport, hasTouch, isMobile }, use) => {
    const context = await devices.signedOut({ viewport, hasTouch, isMobile });
    await use(context);
    await devices.release(context);
  },

  faults: [
    async ({ context }, use) => {
      const faults = new Faults();
      const forget = faults.watchContext(context);
      await use(faults);
      forget();
      faults.check();
    },
    { auto: true },
  ],

  open: async ({ devices, faults }, use) => {
    const pages: Page[] = [];
    await use(async (person, path = '/') => {
      const page = await (await devices.signedIn(person)).newPage();
      pages.push(page);
      faults.watch(page);
      if (path !== page.url()) await page.goto(path);
      return page;
    });
    for (const page of pages) {
      await page.close();
      await devices.release(page.context());
    }
  },
});
