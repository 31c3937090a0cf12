import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Person } from './api.ts';
import { productUrl } from './people.ts';
import { keepSession } from './session.ts';

/** What distinguishes a phone from a desk. */
type Kind = Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile'>;

/** A context, and a page in it that stays open, so that its process continues from one test to the next. */
interface Opened {
  readonly context: BrowserContext;
  readonly anchor: Page;
}

interface Device {
  readonly kind: string;
  opened: Promise<Opened>;
  /** The e-mail of the user who is signed in; null on the device of a test that signs in by itself. */
  person: string | null;
  signedInOn: number;
  /** The number of pages and tests that use it now. */
  uses: number;
  /** Whether a test has replaced the clock of its pages, which cannot be undone. */
  hasOwnClock: boolean;
}

/** In ms: ten minutes after a sign-in the server requires a proof for changes to the protection of access. */
const longestReuse = 300_000;

/** How many signed-in users' contexts are kept; each has a process. */
const mostKept = 3;

const desk: Kind = { viewport: { width: 1280, height: 800 } };

/**
 * The browser contexts of a worker. Loading and compiling the console takes most of a journey's processor time, and its
 * result is kept as long as the context: so tests use the same contexts, and what one has stored there is removed before
 * the next.
 */
export class Devices {
  readonly #browser: Browser;
  #devices: Device[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A context in which nobody is signed in. */
  signedOut(kind: Kind): Promise<BrowserContext> {
    const name = nameOf(kind);
    const idle = this.#devices.find((each) => each.uses === 0 && each.person === null && each.kind === name);
    return this.#use(idle ?? this.#add(kind, null));
  }

  /** The context of a signed-in user, whose session the tests of a worker share. */
  signedIn(person: Person): Promise<BrowserContext> {
    // A running test keeps its session.
    const isValid = ({ uses, signedInOn }: Device) => uses > 0 || Date.now() - signedInOn < longestReuse;
    const own = this.#devices.find((each) => each.person === person.email && isValid(each));
    if (own) return this.#use(own);
    const kept = this.#devices.filter((each) => each.person !== null);
    const [idle] = kept.filter(({ uses }) => uses === 0).sort((a, b) => a.signedInOn - b.signedInOn);
    const device = idle && kept.length >= mostKept ? idle : this.#add(desk, person.email);
    device.person = person.email;
    device.signedInOn = Date.now();
    device.opened = device.opened.then(async (opened) => {
      await empty(opened);
      await keepSession(opened.anchor, person);
      return opened;
    });
    return this.#use(device);
  }

  /** Ends one use of a context; the last one closes its pages. */
  async release(context: BrowserContext): Promise<void> {
    for (const device of this.#devices) {
      const opened = await device.opened;
      if (opened.context !== context) continue;
      if (device.uses === 1 && device.hasOwnClock) {
        this.#devices = this.#devices.filter((each) => each !== device);
        await opened.context.close();
      } else if (device.uses === 1) await tidy(opened, device.person === null);
      device.uses -= 1;
    }
  }

  async close(): Promise<void> {
    for (const { opened } of this.#devices) await (await opened).context.close();
  }

  async #use(device: Device): Promise<BrowserContext> {
    device.uses += 1;
    return (await device.opened).context;
  }

  #add(kind: Kind, person: string | null): Device {
    const opened = this.#open(kind, () => {
      device.hasOwnClock = true;
    });
    const device: Device = { kind: nameOf(kind), opened, person, signedInOn: 0, uses: 0, hasOwnClock: false };
    this.#devices.push(device);
    return device;
  }

  async #open(kind: Kind, onOwnClock: () => void): Promise<Opened> {
    const context = await this.#browser.newContext({ baseURL: productUrl(), ...kind });
    // All pages that the context ever opens have the clock.
    for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) {
      const method = context.clock[name].bind(context.clock) as (...input: unknown[]) => Promise<void>;
      context.clock[name] = (...input: unknown[]) => {
        onOwnClock();
        return method(...input);
      };
    }
    const anchor = await context.newPage();
    await anchor.goto('/console-config.json');
    return { context, anchor };
  }
}

function nameOf({ viewport, hasTouch = false, isMobile = false }: Kind): string {
  return JSON.stringify([viewport, hasTouch, isMobile]);
}

/** Closes the pages of a test, and removes what it stored, unless the next one continues its session. */
async function tidy(opened: Opened, ends: boolean): Promise<void> {
  const pages = opened.context.pages().filter((page) => page !== opened.anchor);
  for (const page of pages) await page.close();
  await opened.context.clearPermissions();
  if (ends && pages.length > 0) await empty(opened);
}

/** Removes everything that pages have stored. */
async function empty({ context, anchor }: Opened): Promise<void> {
  await context.clearCookies();
  await anchor.evaluate(async () => {
    localStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = resolve;
        request.onerror = reject;
      });
    }
  });
}
