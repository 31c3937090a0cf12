import { resourceIdOf } from '@keyhold/contract';
import { expect, test } from '@playwright/test';
import { apiOf } from '../../fixtures/api.ts';
import { engage, foundCompany } from '../../fixtures/company.ts';
import { productUrl, signIn } from '../../fixtures/people.ts';

test('a user sees where they are signed in, and ends another session', async ({ browser, page }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id, { 'first-name': 'Ada', 'last-name': 'Roaming' });
  const elsewhere = await (
    await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' })
  ).newPage();
  await signIn(elsewhere, person);
  await signIn(page, person);
  await page.goto(`${productUrl()}/profile`);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'See where you are signed in' }).click();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This session' })).toHaveCount(1);
  const other = sessions.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await expect(
    sessions.getByRole('listitem').filter({ hasText: 'This session' }).getByRole('button', { name: 'End session' }),
  ).toHaveCount(0);
  await other.getByRole('button', { name: 'End session' }).click();
  await page.getByRole('dialog', { name: 'End session' }).getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('Session successfully ended')).toBeVisible();
  await expect(other).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});

test('an administrator sees the sessions of a user, and ends one', async ({ page }) => {
  const company = await foundCompany('User-based');
  const person = await engage(company.id, { 'first-name': 'Bob', 'last-name': 'Seen' });
  await apiOf(person);
  await signIn(page, company.administrator);
  await page.goto(`${productUrl()}/iam/users/${resourceIdOf(person.user.rn)}`);
  await page.getByRole('button', { name: 'Sessions' }).click();
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  // One from the activation, one from the sign-in.
  await expect(sessions).toHaveCount(2);
  await sessions.first().getByRole('button', { name: 'End session' }).click();
  await page.getByRole('dialog', { name: 'End session' }).getByRole('button', { name: 'End session' }).click();
  await expect(sessions).toHaveCount(1);
});
