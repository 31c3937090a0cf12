import type { Page, Request } from '@playwright/test';
import type { Person } from '../api.ts';
import { toast } from '../screen.ts';
import { expect } from '../test.ts';

/** Whether the live update of the second person's change reaches the screen before the first person confirms. */
export type News = 'first' | 'late';

/** Two people at one thing: the first in a browser, the second by calls. */
export interface Stage {
  readonly news: News;
  /** A page of the first person at an address; provider staff look at an account, of which they hear the news. */
  open: (person: Person, path: string, account?: string) => Promise<Page>;
  /**
   * Makes the second person's change. With the news first it waits until the page has fetched something at `path` again,
   * which shows the change.
   */
  meanwhile: (page: Page, path: RegExp, change: () => Promise<unknown>) => Promise<void>;
  /** Allows a call to be refused as stale (412): the user sees it and confirms again. */
  mayBeStale: (path: RegExp) => void;
}

/** What two people do with one write of the console, and what must hold then. */
export interface Scene {
  /** The calls of the contract that the first person's change sends. */
  readonly writes: readonly string[];
  readonly title: string;
  readonly play: (stage: Stage) => Promise<void>;
}

/** How often a person presses a button whose change is refused as stale. */
const patience = 5;

/**
 * Presses the button that sends a change, and again as long as it is refused as stale and the user sees that, until it is
 * done: who is quick presses before the version that refused the change has arrived.
 */
export async function insist(page: Page, button: { name: string; within?: string }, done: string): Promise<void> {
  const where = button.within ? page.getByRole('dialog', { name: button.within }) : page.getByRole('main');
  const press = where.getByRole('button', { name: button.name, exact: true });
  for (let presses = 0; presses < patience; presses += 1) {
    const reply = page.waitForResponse((response) => isWrite(response.request()));
    await press.click();
    if ((await reply).status() !== 412) break;
    await expect(page.getByText(/changed this in the meantime|changed elsewhere/).first()).toBeVisible();
  }
  await expect(toast(page, done)).toBeVisible();
}

/** Whether a request is a person's change: sessions are renewed at any time. */
function isWrite(request: Request): boolean {
  return request.method() !== 'GET' && !new URL(request.url()).pathname.startsWith('/auth/');
}
