import { calls, warnings } from '@keyhold/contract';
import { row, toast } from '../../browser/screen.ts';
import { apiWith, unique } from '../../fixtures/api.ts';
import { engage, foundCompany, idOf, invite } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('a change that ends activation links, or sends one anew, says so once, until it is dismissed', async ({
  open,
}) => {
  const company = await foundCompany('User-based');
  const page = await open(company.administrator, '/iam/users');
  const issuer = await engage(company.id, { roles: ['Administrator'] });
  const people = [await invite(company.id), await invite(company.id)] as const;
  for (const { rn: user } of people) {
    await apiWith(issuer.token).send(calls.sendActivationLink, { body: { user, sendEmail: false, validDays: 30 } });
  }
  const params = { id: idOf(issuer.user) };
  await company.api.send(calls.updateUserStatus, { params, body: { status: 'Inactive' } });

  await test.step('two users get a role that the issuer of their links lacks by now', async () => {
    for (const { email } of people) await page.getByRole('checkbox', { name: `Select ${email}` }).check();
    await page.getByRole('button', { name: 'Change roles' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the roles of 2 users' });
    await dialog.getByRole('combobox', { name: 'Roles to add' }).click();
    await page.getByRole('option', { name: 'Administrator', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const success = toast(page, '2 users successfully updated');
    await expect(success).toBeVisible();
    await expect(row(page, people[1].email)).toContainText('Administrator');
    const ended = toast(page, warnings.linksEnded);
    await expect(ended).toHaveCount(1);
    await expect(ended).toHaveAttribute('role', 'alert');
    await expect(success).toHaveCount(0);
    await expect(ended).toBeVisible();
    await ended.getByRole('button').press('Enter');
    await expect(ended).toHaveCount(0);
  });

  await test.step('an invited user gets another e-mail, on a phone', async () => {
    const [{ rn: user }] = people;
    await company.api.send(calls.sendActivationLink, { body: { user, sendEmail: true, validDays: 30 } });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/iam/users/${idOf(people[0])}`);
    await page.getByLabel('Email').fill(`other.${unique()}@company.example`);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'User successfully updated')).toBeVisible();
    await expect(toast(page, warnings.linkSentAnew)).toBeInViewport({ ratio: 1 });
    await expect(toast(page, warnings.linksEnded)).toHaveCount(0);
  });
});
