import { expect, type Locator, type Page } from '@playwright/test';

/** An entry of the side menu. */
export function menuLink(page: Page, name: string): Locator {
  return page.getByRole('navigation').getByRole('link', { name, exact: true });
}

/** The red alert of a call that failed. */
export function errorAlert(page: Page | Locator): Locator {
  return page.getByRole('alert', { name: 'An error happened!' });
}

/** A toast that contains a text. */
export function toast(page: Page, text: string): Locator {
  return page.locator('.mantine-Notification-root').filter({ hasText: text });
}

/** Counts the toasts that contain a text from now on, with those that have gone by the time they are counted. */
export async function countToasts(page: Page, text: string): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle((wanted) => {
    const toasts = new Set<Element>();
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('.mantine-Notification-root')) {
        if (each.textContent?.includes(wanted)) toasts.add(each);
      }
    }).observe(document.body, { childList: true, subtree: true });
    return toasts;
  }, text);
  return () => seen.evaluate(({ size }) => size);
}

/** The row of a table that contains a text. */
export function row(page: Page | Locator, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** The value of a fact in a description list. */
export function fact(page: Page, label: string): Locator {
  return page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd');
}

/** Presses Enter on a button of the open dialog, after the dialog has taken the focus, which it would take from it. */
export async function pressInDialog(page: Page, button: Locator): Promise<void> {
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await button.press('Enter');
}

/** Holds the requests of a call until the returned function is called, so that the screen shows the waiting state. */
export async function hold(page: Page, method: string, path: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (route.request().method() === method) await released;
      await route.fallback();
    },
  );
  return release;
}

/** Lets the server execute the first POST of a call, and drops its reply. */
export async function loseReply(page: Page, path: RegExp): Promise<void> {
  let lost = false;
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (route.request().method() !== 'POST' || lost) return route.fallback();
      lost = true;
      await route.fetch();
      await route.abort();
    },
  );
}

/** Lets the server execute a PUT; `answered` resolves when it has, but the reply is held until `release`. */
export async function holdReply(page: Page, path: RegExp): Promise<{ answered: Promise<void>; release: () => void }> {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      const response = await route.fetch();
      answered.resolve();
      await released.promise;
      await route.fulfill({ response });
    },
  );
  return { answered: answered.promise, release: released.resolve };
}

/** Collects the bodies of a call from now on, as they are sent. */
export function sent(page: Page, method: string, path: RegExp): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) bodies.push(request.postDataJSON());
  });
  return bodies;
}
