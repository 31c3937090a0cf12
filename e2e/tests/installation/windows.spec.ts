import { calls } from '@keyhold/contract';
import { row } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { unique } from '../../fixtures/api.ts';
import { foundCompany } from '../../fixtures/company.ts';
import { submitSignIn } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('eight windows of a browser work, with one stream, which another takes over', async ({ page }) => {
  const company = await foundCompany('Shared');
  await openAs(page, company.administrator, '/iam/tags');
  const first = page;
  const others = [];
  for (let count = 0; count < 7; count += 1) {
    const other = await page.context().newPage();
    await other.goto(first.url());
    await expect(other.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
    others.push(other);
  }
  const make = async () => {
    const name = `Window ${unique()}`;
    await company.api.send(calls.createTag, { body: { name, description: '', 'account-id': company.id } });
    return name;
  };
  const name = await make();
  for (const window of [first, ...others]) await expect(row(window, name)).toBeVisible();
  const streams = await Promise.all(
    [first, ...others].map((window) =>
      window.evaluate(async () =>
        (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('changes')),
      ),
    ),
  );
  expect(streams.map((held) => held?.length)).toEqual(Array(8).fill(1));
  await first.close();
  const later = await make();
  for (const window of others) await expect(row(window, later)).toBeVisible();
  for (const window of others) await window.close();
});

test('a browser that blocks its storage still signs in', async ({ page, faults }) => {
  const company = await foundCompany('User-based');
  faults.expectMessage(/The session could not be stored/);
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The storage is blocked.', 'SecurityError');
        },
      });
    }
  });

  await submitSignIn(page, company.administrator);
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(row(page, company.administrator.email)).toBeVisible();
});
