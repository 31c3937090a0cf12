import { calls, consumePolicy, consumePolicyName, type Policy } from '@keyhold/contract';
import { errorAlert, hold, row, sent, toast } from '../../browser/screen.ts';
import {
  type Company,
  consume,
  createAccount,
  createTag,
  engage,
  foundCompany,
  idOf,
  invite,
  issueOne,
} from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

const updateQuestion =
  'Are you sure you want to update the license consumers? It will automatically release the license.';

test('the replacement of tags is not announced until it is known whether tags are offered', async ({ open }) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id);
  const tag = await createTag(company, 'Night');
  await setPolicies(company, license, [consumePolicy({ kind: 'Tags', tags: [tag.rn] })]);
  const page = await open(company.administrator, 'about:blank');
  const release = await hold(page, 'GET', /^\/license\/v1\/strategy$/);
  await page.goto(`/licensing/licenses/${idOf(license)}?tab=consumers`);
  await expect(page.getByRole('button', { name: 'Update consumers' })).toBeVisible();
  await expect(page.getByText('These consumers were not set here.')).toHaveCount(0);
  release();
  await expect(page.getByRole('radio', { name: 'Tags' })).toBeChecked();
});

test('the four kinds under Shared, each saved as the policy it stands for', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id);
  const kept: Policy = { name: 'Another policy', statements: [] };
  await setPolicies(company, license, [kept]);
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
  await expect(page.getByRole('radiogroup', { name: 'Consumer' }).getByRole('radio')).toHaveCount(4);
  await expect(page.getByRole('radio', { name: 'No one' })).toBeChecked();
  const update = page.getByRole('button', { name: 'Update consumers' });
  const releases = sent(page, 'POST', /\/unassign$/);
  const save = async (kind: string): Promise<Policy[]> => {
    await update.click();
    const question = page.getByRole('dialog', { name: 'Update consumers' });
    await expect(question).toContainText(updateQuestion);
    await expect(question.getByRole('button')).toHaveText(['Cancel', 'Update']);
    await question.getByRole('button', { name: 'Update' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole('radio', { name: kind })).toBeChecked();
    const { item } = await company.api.send(calls.getLicense, { params: { id: idOf(license) } });
    expect(item.policies).toContainEqual(kept);
    return item.policies.filter(({ name }) => name === consumePolicyName);
  };

  await page.getByRole('radio', { name: 'Everyone' }).check();
  expect(await save('Everyone')).toEqual([consumePolicy({ kind: 'Everyone' })]);
  await expect(toast(page, 'License successfully updated')).toBeVisible();
  expect(releases).toHaveLength(1);

  // Without tags there is nothing to save; with tags the first is preselected.
  await page.getByRole('radio', { name: 'Tags' }).check();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await expect(tags).toBeDisabled();
  await expect(tags).toHaveText('There are no tags yet belonging to this account.');
  await expect(update).toBeDisabled();
  const [night, day] = [await createTag(company, 'Night'), await createTag(company, 'Day')];
  await expect(tags).toBeEnabled();
  await page.getByRole('radio', { name: 'Everyone' }).check();
  await page.getByRole('radio', { name: 'Tags' }).check();
  await expect(page.locator('.mantine-Pill-root')).toHaveText(['Day']);
  await tags.click();
  await page.keyboard.type('weekend');
  await expect(page.getByText('No tags found.')).toBeVisible();
  await tags.fill('');
  await page.getByRole('option', { name: 'Night' }).click();
  await page.keyboard.press('Escape');
  expect(await save('Tags')).toEqual([consumePolicy({ kind: 'Tags', tags: [day.rn, night.rn] })]);

  // Preselects the first by name of the users who may sign in, now or after activation.
  const inactive = await engage(company.id, { 'first-name': 'Aaron', 'last-name': 'Away' });
  const body = { status: 'Inactive' } as const;
  await company.api.send(calls.updateUserStatus, { params: { id: idOf(inactive.user) }, body });
  const first = await invite(company.id, { 'first-name': 'Abel', 'last-name': 'First' });
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Tags' })).toBeChecked();
  await page.getByRole('radio', { name: 'User' }).check();
  const users = page.getByRole('combobox', { name: 'User' });
  await expect(users).toHaveValue(`Abel First (${first.email})`);
  await users.click();
  await expect(page.getByRole('option', { name: /Abel First/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Aaron Away/ })).toHaveCount(0);
  await users.fill('nobody at all');
  await expect(page.getByText('No users found.')).toBeVisible();
  await page.keyboard.press('Escape');
  // A failed release is not reported here.
  await faults.inject(page, 'POST', /\/unassign$/, { status: 500, error: 'It failed.' });
  expect(await save('User')).toEqual([consumePolicy({ kind: 'User', user: first.rn })]);
  await expect(errorAlert(page)).toBeHidden();

  await page.getByRole('radio', { name: 'No one' }).check();
  expect(await save('No one')).toEqual([consumePolicy({ kind: 'No one' })]);
});

test('two kinds under User-based; without users nothing can be saved', async ({ open }) => {
  const account = await createAccount(`Nobody here ${Date.now()}`);
  const license = await issueOne(idOf(account), { product: 'keyhold-studio' });
  const address = `/licensing/licenses/${idOf(license)}?tab=consumers`;
  const page = await open(await demoPerson('Root Administrator', 'provider'), address);
  await expect(page.getByRole('radio')).toHaveCount(2);
  await page.getByRole('radio', { name: 'User' }).check();
  const users = page.getByRole('combobox', { name: 'User' });
  await expect(users).toBeDisabled();
  await expect(users).toHaveText('There are no users yet belonging to this account.');
  await expect(page.getByRole('button', { name: 'Update consumers' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Release license' })).toBeDisabled();
});

test('release: a question, a failure, and a free license', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id);
  await setPolicies(company, license, [consumePolicy({ kind: 'Everyone' })]);
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
  const release = page.getByRole('button', { name: 'Release license' });
  await expect(release).toBeDisabled();
  await consume(await engage(company.id), license);
  await release.click();
  const question = page.getByRole('dialog', { name: 'Release license' });
  await expect(question).toContainText(
    'Are you sure you want to release this license? It will log off the current user.',
  );
  await expect(question.getByRole('button')).toHaveText(['Cancel', 'Release']);
  await faults.inject(page, 'POST', /\/unassign$/, { status: 503, error: 'Not now.' }, 1);
  await question.getByRole('button', { name: 'Release' }).click();
  await expect(errorAlert(question)).toContainText('Not now.');
  await question.getByRole('button', { name: 'Release' }).click();
  await expect(toast(page, 'License successfully released')).toBeVisible();
  await expect(release).toBeDisabled();
  await page.getByRole('link', { name: 'Back to Licenses' }).click();
  await expect(row(page, idOf(license))).toContainText('Available');
});

test('a policy of another shape is shown with its statements until a choice replaces it', async ({ open }) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const user = await invite(company.id);
  const one = consumePolicy({ kind: 'User', user: user.rn });
  await setPolicies(company, license, [{ ...one, statements: [...one.statements, ...one.statements] }]);
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
  await expect(page.getByText('Custom policy')).toBeVisible();
  await expect(page.locator('pre')).toContainText('license:ConsumeLicense');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update consumers' })).toBeDisabled();
  await page.getByRole('radio', { name: 'No one' }).check();
  await page.getByRole('button', { name: 'Update consumers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Custom policy')).toBeHidden();
});

test('a policy that was changed in the meantime is not overwritten', async ({ open, faults }) => {
  const company = await foundCompany('Shared');
  const license = await issueOne(company.id);
  const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
  await page.getByRole('radio', { name: 'Everyone' }).check();
  faults.expectRefusal(412, /\/policies$/);
  // Changes by other users reach the screen at once; here the update is late.
  await page.route('**/license/v1/licenses/*?resolve=all', (route) => route.abort('aborted'));
  await setPolicies(company, license, [{ name: 'Another policy', statements: [] }]);
  await page.getByRole('button', { name: 'Update consumers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(errorAlert(page.getByRole('dialog'))).toBeVisible();
  const { item } = await company.api.send(calls.getLicense, { params: { id: idOf(license) } });
  expect(item.policies.map(({ name }) => name)).toEqual(['Another policy']);
});

async function setPolicies({ api }: Company, license: { rn: string }, policies: Policy[]): Promise<void> {
  await api.send(calls.setLicensePolicies, { params: { id: idOf(license) }, body: { policies } });
}
