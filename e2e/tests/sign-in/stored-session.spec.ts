import type { Page } from '@playwright/test';
import { demoPerson, signIn, submitSignIn } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('the session is stored encrypted under authInfo, survives a reload, and tampering with it signs out', async ({
  page,
}) => {
  const person = await demoPerson('Administrator', 'Shared');
  await signIn(page, person);
  const stored = await page.evaluate(() => {
    const entry = localStorage.getItem('authInfo') ?? '';
    return { entry, clear: atob(entry), all: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  });
  expect(stored.entry.length).toBeGreaterThan(100);
  for (const secret of ['eyJhbGciOi', person.email, '"token"', 'cloud-user']) {
    expect(stored.clear).not.toContain(secret);
    expect(stored.all).not.toContain(secret);
  }
  expect(await exportOfKey(page)).toBe('InvalidAccessError');

  await page.reload();
  await expect(page.getByRole('navigation')).toBeVisible();

  for (const tampered of [stored.entry.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 'nonsense', '']) {
    await page.evaluate((text) => localStorage.setItem('authInfo', text), tampered);
    await page.goto('/iam/users');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your login session has expired! Please log in again.')).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('authInfo'))).toBeNull();
  }
});

test('the session is stored once its key is committed, so that a page left at once finds it', async ({ page }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    const { setItem } = Storage.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      document.documentElement.dataset['key'] = 'put';
      this.transaction.addEventListener('complete', () => {
        document.documentElement.dataset['key'] = 'committed';
      });
      // Keeps the transaction open for a while.
      let left = 200;
      const next = (): void => {
        left -= 1;
        if (left > 0) this.get('authInfo').onsuccess = next;
      };
      const request = put.apply(this, given);
      request.addEventListener('success', next);
      return request;
    };
    Storage.prototype.setItem = function (name, value) {
      if (name === 'authInfo') document.documentElement.dataset['stored'] = document.documentElement.dataset['key'];
      setItem.call(this, name, value);
    };
  });
  await signIn(page, await demoPerson('Administrator', 'Shared'));
  await expect(page.locator('html')).toHaveAttribute('data-stored', 'committed');
});

test('signing out in one tab signs the others out, and clears the selection', async ({ page, context }) => {
  const person = await demoPerson('Root Administrator', 'provider');
  await signIn(page, person);
  const other = await context.newPage();
  await other.goto('/iam/users');
  await expect(other.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.getByRole('button', { name: 'Ingrid Solberg' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  expect(await other.evaluate(() => sessionStorage.getItem('selectedAccount'))).toBeNull();
  // The tab that followed returns to its location.
  await other.getByLabel('Email').fill(person.email);
  await other.getByLabel('Password').fill(person.password);
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(other).toHaveURL('/iam/users');
  // The first tab is signed in, too.
  await expect(page.getByRole('navigation')).toBeVisible();
});

/** The name of the error with which the browser refuses to export the key. */
async function exportOfKey(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const request = indexedDB.open('keyhold');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const all = request.result.transaction('keys').objectStore('keys').getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            request.result.close();
            crypto.subtle.exportKey('raw', all.result[0]).then(
              () => resolve('exported'),
              (error: Error) => resolve(error.name),
            );
          };
        };
      }),
  );
}

test('a browser that cannot encrypt keeps the session in memory only', async ({ page }) => {
  // As on plain HTTP outside localhost.
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await signIn(page, await demoPerson('Administrator', 'Shared'));
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByRole('cell', { name: 'Administrator', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authInfo'))).toBeNull();
  await page.reload();
  await expect(page).toHaveURL('/login');
});

test('a tab in which the browser’s database fails signs no other tab out, and keeps working', async ({
  page,
  context,
  faults,
}) => {
  const person = await demoPerson('Administrator', 'Shared');
  await signIn(page, person);
  const broken = await context.newPage();
  await broken.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
  });
  await broken.goto('/iam/users');
  await expect(broken).toHaveURL('/login');
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('navigation')).toBeVisible();

  faults.expectMessage(/^The session could not be stored/);
  await submitSignIn(broken, person);
  await expect(broken.getByRole('navigation')).toBeVisible();
  // This tab cannot read what the other tab stores then, and stays signed in.
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.evaluate(() => localStorage.setItem('authInfo', `${localStorage.getItem('authInfo')}=`));
  await broken.getByRole('link', { name: 'Roles' }).click();
  await expect(broken.getByRole('heading', { name: 'Roles' })).toBeVisible();
});
