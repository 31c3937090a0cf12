import type { Page, Request } from '@playwright/test';
import { toast } from '../browser/screen.ts';
import type { Person } from '../fixtures/api.ts';
import { expect } from '../test.ts';

/** Whether the live update of the second person's change reaches the screen before the first person confirms. */
export type News = 'first' | 'late';

/** Two people who work on one resource: the first in a browser, the second by calls. */
export interface Stage {
  readonly news: News;
  /** Opens a page of the first person at an address; provider staff view an account, whose changes they follow. */
  open: (person: Person, path: string, account?: string) => Promise<Page>;
  /**
   * Makes the second person's change. With the news first it waits until the page has refetched a resource at `path`,
   * which shows the change.
   */
  meanwhile: (page: Page, path: RegExp, change: () => Promise<unknown>) => Promise<void>;
  /** Allows a call to be refused as stale (412): the user sees it and confirms again. */
  mayBeStale: (path: RegExp) => void;
  /** Announces that a screen may ask for a record that was deleted at that moment. */
  mayBeGone: (path: RegExp) => void;
}

/** The part of the console that sends the change: scenes of one kind go the same way through it. */
export type SceneKind = 'form' | 'conflict' | 'switch' | 'set' | 'deletion' | 'release';

/** The actions of two people with one write of the console, and the expected result. */
export interface Scene {
  /** The calls of the contract that the first person's change sends. */
  readonly writes: readonly string[];
  readonly title: string;
  readonly kind: SceneKind;
  readonly play: (stage: Stage) => Promise<void>;
}

/** The maximum number of presses of a button whose change is refused as stale. */
const patience = 5;

/**
 * Presses the button that sends a change, and again after each refusal as stale that the user sees, until the change is
 * done: a quick user presses before the version that caused the refusal has arrived.
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

/** Whether a request is a person's change: neither the renewal of a session nor a preview, which happen at any time. */
function isWrite(request: Request): boolean {
  return request.method() !== 'GET' && !/^\/auth\/|\/preview$/.test(new URL(request.url()).pathname);
}
