import { calls, type User } from '@keyhold/contract';
import { row, sent, toast } from '../browser/screen.ts';
import { type Person, rootApi, unique } from '../fixtures/api.ts';
import { type Company, createTag, engage, foundCompany, idOf, invite } from '../fixtures/company.ts';
import { demoPerson } from '../fixtures/people.ts';
import { expect } from '../test.ts';
import { insist, type Scene } from './stage.ts';

const pathOf = (thing: { rn: string }): RegExp => new RegExp(`/${idOf(thing)}$`);

async function userOf({ api }: Company, { rn }: { rn: string }): Promise<User> {
  return (await api.send(calls.getUser, { params: { id: idOf({ rn }) } })).item;
}

async function setStatus({ api }: Company, { rn }: { rn: string }, status: 'Active' | 'Inactive'): Promise<void> {
  await api.send(calls.updateUserStatus, { params: { id: idOf({ rn }) }, body: { status } });
}

/** Changes fields of a user as the second person. */
async function edit(company: Company, user: User, change: Partial<User>): Promise<void> {
  const now = await userOf(company, user);
  const { email, 'first-name': first, 'last-name': last, title, description } = { ...now, ...change };
  const body = { email, 'first-name': first, 'last-name': last, title, description };
  await company.api.send(calls.updateUser, { params: { id: idOf(user) }, body });
}

async function roleRn({ api }: Company, name: string): Promise<string> {
  const { items } = await api.send(calls.listRoles, {});
  return items.find((role) => role.name === name)?.rn ?? '';
}

/** Switches a status while another user switches it the same way: the confirmed change is sent. */
function statusScene(from: 'Active' | 'Inactive'): Scene {
  const to = from === 'Active' ? 'Inactive' : 'Active';
  const verb = from === 'Active' ? 'Deactivate' : 'Activate';
  return {
    writes: ['updateUserStatus'],
    title: `${verb} a user whom somebody else has just switched the same way`,
    kind: 'switch',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('User-based');
      const { user } = await engage(company.id);
      await setStatus(company, user, from);
      mayBeStale(/\/status$/);
      const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
      const bodies = sent(page, 'PUT', /\/status$/);
      await page.getByRole('button', { name: `${verb} user` }).click();
      const question = page.getByRole('dialog', { name: `${verb} user` });
      const confirm = question.getByRole('button', { name: verb });
      const colour = await confirm.evaluate((button) => getComputedStyle(button).backgroundColor);
      await meanwhile(page, pathOf(user), () => setStatus(company, user, to));
      expect(await confirm.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(colour);
      await insist(page, { name: verb, within: `${verb} user` }, 'User successfully updated');
      for (const body of bodies) expect(body).toEqual({ status: to });
      expect((await userOf(company, user)).status).toBe(to);
    },
  };
}

export const people: readonly Scene[] = [
  statusScene('Active'),
  statusScene('Inactive'),
  {
    writes: ['updateAccountStatus'],
    title: 'Deactivate an account that somebody else has just deactivated',
    kind: 'switch',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('User-based');
      const root: Person = await demoPerson('Root Administrator', 'provider');
      const api = await rootApi();
      mayBeStale(/\/status$/);
      const page = await open(root, `/admin/accounts/${company.id}`);
      const bodies = sent(page, 'PUT', /\/status$/);
      await page.getByRole('button', { name: 'Deactivate account' }).click();
      await meanwhile(page, new RegExp(`/${company.id}$`), () =>
        api.send(calls.updateAccountStatus, { params: { id: company.id }, body: { status: 'Inactive' } }),
      );
      await insist(page, { name: 'Deactivate', within: 'Deactivate account' }, 'Account successfully updated');
      for (const body of bodies) expect(body).toEqual({ status: 'Inactive' });
      const { item } = await api.send(calls.getAccount, { params: { id: company.id } });
      expect(item.status).toBe('Inactive');
    },
  },
  {
    writes: ['updateUser'],
    title: 'Change one field of a user while somebody else changes another',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('User-based');
      const user = await invite(company.id);
      mayBeStale(pathOf(user));
      const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
      await page.getByLabel('Description').fill('mine');
      await meanwhile(page, pathOf(user), () => edit(company, user, { title: 'theirs' }));
      await insist(page, { name: 'Update' }, 'User successfully updated');
      expect(await userOf(company, user)).toMatchObject({ title: 'theirs', description: 'mine' });
      await expect(page.getByLabel('Title')).toHaveValue('theirs');
    },
  },
  {
    writes: ['updateUser'],
    title: 'Change a field of a user that somebody else changes too, and choose',
    kind: 'conflict',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('User-based');
      const user = await invite(company.id);
      mayBeStale(pathOf(user));
      const page = await open(company.administrator, `/iam/users/${idOf(user)}`);
      await page.getByLabel('Description').fill('my words');
      await page.getByLabel('Title').fill('my title');
      await meanwhile(page, pathOf(user), () => edit(company, user, { title: 'their title' }));
      const update = page.getByRole('button', { name: 'Update', exact: true });
      await update.click();
      const notice = page.getByRole('alert').filter({ hasText: 'This was changed elsewhere while you were editing.' });
      await expect(notice).toContainText('their title');
      await expect(page.getByLabel('Title')).toHaveValue('my title');
      // Nothing is sent before the person has chosen.
      await update.click();
      await expect(page.getByText('Choose which one to keep.')).toBeVisible();
      expect((await userOf(company, user)).title).toBe('their title');
      await notice.getByRole('button', { name: 'Keep mine' }).click();
      await update.click();
      await expect(toast(page, 'User successfully updated')).toBeVisible();
      expect(await userOf(company, user)).toMatchObject({ title: 'my title', description: 'my words' });
      await expect(notice).toHaveCount(0);
    },
  },
  {
    writes: ['addUserRole', 'removeUserRole'],
    title: 'Give a user a role while somebody else takes another',
    kind: 'set',
    play: async ({ open, meanwhile }) => {
      const company = await foundCompany('User-based');
      const { user } = await engage(company.id, { roles: ['Administrator'] });
      const [mine, theirs] = [await roleRn(company, 'Account Administrator'), await roleRn(company, 'Administrator')];
      const page = await open(company.administrator, `/iam/users/${idOf(user)}?tab=roles`);
      await page.getByRole('combobox', { name: 'Roles' }).click();
      await page.getByRole('option', { name: 'Account Administrator' }).click();
      await page.keyboard.press('Escape');
      await meanwhile(page, pathOf(user), () =>
        company.api.send(calls.removeUserRole, { params: { id: idOf(user), roleId: idOf({ rn: theirs }) } }),
      );
      await insist(page, { name: 'Update' }, 'User successfully updated');
      expect((await userOf(company, user)).roles).toEqual([mine]);
      await expect(page.locator('.mantine-Pill-root')).toHaveText(['Account Administrator']);
    },
  },
  {
    writes: ['addUserTag', 'removeUserTag'],
    title: 'Take a tag from a user while somebody else gives another',
    kind: 'set',
    play: async ({ open, meanwhile }) => {
      const company = await foundCompany('Shared');
      const [first, second] = [await createTag(company, 'First'), await createTag(company, 'Second')];
      const { user } = await engage(company.id, { tags: [first.rn] });
      const page = await open(company.administrator, `/iam/users/${idOf(user)}?tab=tags`);
      await page.getByRole('combobox', { name: 'Tags' }).click();
      await page.keyboard.press('Backspace');
      await expect(page.locator('.mantine-Pill-root')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await meanwhile(page, pathOf(user), () =>
        company.api.send(calls.addUserTag, { params: { id: idOf(user) }, body: { tag: second.rn } }),
      );
      await insist(page, { name: 'Update' }, 'User successfully updated');
      expect((await userOf(company, user)).tags).toEqual([second.rn]);
      await expect(page.locator('.mantine-Pill-root')).toHaveText(['Second']);
    },
  },
  {
    writes: ['deleteUser'],
    title: 'Delete a user whom somebody else has just changed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('User-based');
      const user = await invite(company.id);
      mayBeStale(pathOf(user));
      const page = await open(company.administrator, '/iam/users');
      await row(page, user.email).getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete user' });
      await meanwhile(page, /\/iam\/v1\/users$/, () => edit(company, user, { title: 'Needed after all' }));
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      // A change after the question was asked is shown before anything is deleted.
      await expect(question).toContainText('Needed after all');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'User successfully deleted')).toBeVisible();
      await expect(row(page, user.email)).toHaveCount(0);
    },
  },
  {
    writes: ['deleteTag'],
    title: 'Delete a tag that somebody else has just changed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const tag = await createTag(company, `Shared ${unique()}`);
      mayBeStale(pathOf(tag));
      const page = await open(company.administrator, '/iam/tags');
      await page.getByRole('button', { name: `Delete ${tag.name}` }).click();
      const question = page.getByRole('dialog', { name: 'Delete tag' });
      const body = { name: tag.name, description: 'Used by the press' };
      await meanwhile(page, /\/iam\/v1\/tags$/, () =>
        company.api.send(calls.updateTag, { params: { id: idOf(tag) }, body }),
      );
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('Used by the press');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Tag successfully deleted')).toBeVisible();
    },
  },
];
