import { calls } from '@keyhold/contract';
import { menuLink } from '../../browser/screen.ts';
import { engage, foundCompany, idOf } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('the menu, the screens and the name follow what an administrator changes, without a new sign-in', async ({
  open,
  faults,
}) => {
  const company = await foundCompany('User-based');
  const colleague = await engage(company.id);
  const params = { id: idOf(colleague.user) };
  const page = await open(colleague, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(menuLink(page, 'Users')).toHaveCount(0);
  // The page has connected, so that the server ends its stream with the next change.
  await page.waitForResponse(/\/events\/v1\/changes/);
  const { items } = await company.api.send(calls.listRoles, { query: {} });
  const administrator = items.find(({ name }) => name === 'Administrator');
  if (!administrator) throw new Error('There is no role Administrator.');
  await company.api.send(calls.addUserRole, { params, body: { role: administrator.rn } });
  await menuLink(page, 'Users').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users');

  await company.api.send(calls.updateUser, {
    params,
    body: { email: colleague.email, 'first-name': 'Renamed', 'last-name': 'Meanwhile', title: '', description: '' },
  });
  await expect(page.getByRole('banner')).toContainText('Renamed Meanwhile');

  faults.allowRefusal(403, /./);
  await company.api.send(calls.removeUserRole, { params: { ...params, roleId: idOf(administrator) } });
  await expect(page.getByText('Sorry, you cannot access this page.')).toBeVisible();
  await expect(menuLink(page, 'Users')).toHaveCount(0);
});
