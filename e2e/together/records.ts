import { calls, type Webhook } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { row, sent, toast } from '../browser/screen.ts';
import { type Person, rootApi, unique } from '../fixtures/api.ts';
import { type Company, createTag, foundCompany, idOf, invite } from '../fixtures/company.ts';
import { demoPerson } from '../fixtures/people.ts';
import { expect } from '../test.ts';
import { insist, type Scene } from './stage.ts';

/** A record with a form: the first person's input, the second person's change, and the expected result. */
interface FormCase {
  readonly writes: readonly string[];
  readonly title: string;
  readonly begin: (company: Company) => Promise<{
    path: string;
    read: RegExp;
    person?: Person;
    type?: (page: Page) => Promise<void>;
    other: () => Promise<unknown>;
    now: () => Promise<unknown>;
    both: Record<string, unknown>;
  }>;
  readonly button?: string;
  readonly saved: string;
}

const records: readonly FormCase[] = [
  {
    writes: ['updateTag'],
    title: 'Change a tag while somebody else renames it',
    saved: 'Tag successfully updated',
    begin: async (company) => {
      const tag = await createTag(company, 'Before');
      const params = { id: idOf(tag) };
      return {
        path: `/iam/tags/${idOf(tag)}`,
        read: new RegExp(`/${idOf(tag)}$`),
        other: () => company.api.send(calls.updateTag, { params, body: { name: 'After', description: '' } }),
        now: async () => (await company.api.send(calls.getTag, { params })).item,
        both: { name: 'After', description: 'mine' },
      };
    },
  },
  {
    writes: ['updateAccount'],
    title: 'Change an account while somebody else renames it',
    saved: 'Account successfully updated',
    begin: async ({ id }) => {
      const root = await rootApi();
      const name = `Renamed ${unique()}`;
      return {
        path: `/admin/accounts/${id}`,
        read: new RegExp(`/${id}$`),
        person: await demoPerson('Root Administrator', 'provider'),
        other: () => root.send(calls.updateAccount, { params: { id }, body: { name, description: '' } }),
        now: async () => (await root.send(calls.getAccount, { params: { id } })).item,
        both: { name, description: 'mine' },
      };
    },
  },
  {
    writes: ['updateAccountOwner'],
    title: 'Give an account another owner while somebody else describes it',
    button: 'Update owner',
    saved: 'Owner successfully updated',
    begin: async ({ id, account }) => {
      const root = await rootApi();
      const owner = await invite(id, { 'first-name': 'Oona', 'last-name': 'Owner' });
      const body = { name: account.name, description: 'theirs' };
      return {
        path: `/admin/accounts/${id}?tab=owner`,
        read: new RegExp(`/${id}$`),
        person: await demoPerson('Root Administrator', 'provider'),
        type: async (page) => {
          await page.getByRole('combobox', { name: 'Owner' }).click();
          await page.getByRole('option', { name: /Oona Owner/ }).click();
        },
        other: () => root.send(calls.updateAccount, { params: { id }, body }),
        now: async () => (await root.send(calls.getAccount, { params: { id } })).item,
        both: { owner: owner.rn, description: 'theirs' },
      };
    },
  },
  {
    writes: ['updateServiceAccount'],
    title: 'Describe a service account while somebody else renames it',
    saved: 'Service account successfully updated',
    begin: async ({ api, id }) => {
      const body = { name: 'Before', 'account-id': id };
      const { item } = await api.send(calls.createServiceAccount, { body });
      const params = { id: idOf(item) };
      return {
        path: `/iam/service-accounts/${params.id}?tab=details`,
        read: new RegExp(`/${params.id}$`),
        other: () => api.send(calls.updateServiceAccount, { params, body: { name: 'After' } }),
        now: async () => (await api.send(calls.getServiceAccount, { params })).item,
        both: { name: 'After', description: 'mine' },
      };
    },
  },
  {
    writes: ['updateSecurity'],
    title: 'Ask administrators for a second factor while somebody else shortens the sessions',
    saved: 'Security successfully updated',
    begin: async ({ api }) => {
      const body = { 'second-factor': 'off', 'password-sign-in': true, 'session-hours': 12 } as const;
      return {
        path: '/iam/security',
        read: /\/iam\/v1\/security$/,
        type: (page) => page.getByRole('radio', { name: 'Administrators' }).check(),
        other: () => api.send(calls.updateSecurity, { body }),
        now: async () => (await api.send(calls.getSecurity, {})).item,
        both: { 'second-factor': 'administrators', 'session-hours': 12 },
      };
    },
  },
  {
    writes: ['updateSingleSignOn'],
    title: 'Let in whom nobody has invited while somebody else names the claim of the tags',
    saved: 'Single sign-on successfully updated',
    begin: async ({ api }) => {
      await api.send(calls.updateSingleSignOn, { body: connection });
      return {
        path: '/iam/single-sign-on',
        read: /\/iam\/v1\/single-sign-on$/,
        type: (page) => page.getByLabel('Let in people who were not invited').check(),
        other: () => api.send(calls.updateSingleSignOn, { body: { ...connection, 'tags-claim': 'groups' } }),
        now: async () => (await api.send(calls.getSingleSignOn, {})).item,
        both: { 'create-users': true, 'tags-claim': 'groups' },
      };
    },
  },
  {
    writes: ['updateWebhook'],
    title: 'Describe a webhook while somebody else pauses it and adds an event',
    saved: 'Webhook successfully updated',
    begin: async ({ api, id }) => {
      const url = `https://${unique()}.example/hook`;
      const first = { url, description: '', events: ['license.issued' as const], 'account-id': id };
      const { item } = await api.send(calls.createWebhook, { body: first });
      const params = { id: item.id };
      const events = ['license.issued' as const, 'license.denied' as const];
      const body = { url, description: '', events, enabled: false };
      return {
        path: `/iam/webhooks/${item.id}`,
        read: new RegExp(`/${item.id}$`),
        other: () => api.send(calls.updateWebhook, { params, body }),
        now: async () => (await api.send(calls.getWebhook, { params })).item,
        both: { description: 'mine', enabled: false, events },
      };
    },
  },
];

/** A connection with a provider that receives no requests here. */
const connection = { issuer: 'https://login.example.com', 'client-id': 'keyhold', 'client-secret': 'secret' };

export const recordScenes: readonly Scene[] = records.map(({ writes, title, begin, saved, button = 'Update' }) => ({
  writes,
  title,
  kind: 'form',
  play: async ({ open, meanwhile, mayBeStale }) => {
    const company = await foundCompany('Shared');
    const { path, read, person = company.administrator, type = describe, other, now, both } = await begin(company);
    mayBeStale(/^\/(iam|admin)\/v1\//);
    const page = await open(person, path);
    await type(page);
    await meanwhile(page, read, other);
    await insist(page, { name: button }, saved);
    expect(await now()).toMatchObject(both);
  },
}));

async function describe(page: Page): Promise<void> {
  await page.getByLabel('Description').fill('mine');
}

/** Pauses a webhook while another user changes it. */
function pauseScene(did: string, theirs: Partial<Webhook>): Scene {
  return {
    writes: ['updateWebhook'],
    title: `Pause a webhook that somebody else has just ${did}`,
    kind: 'switch',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const { api, id, administrator } = await foundCompany('User-based');
      const url = `https://${unique()}.example/hook`;
      const body = { url, description: '', events: ['license.issued' as const] };
      const { item } = await api.send(calls.createWebhook, { body: { ...body, 'account-id': id } });
      const params = { id: item.id };
      const path = new RegExp(`/${item.id}$`);
      mayBeStale(path);
      const page = await open(administrator, `/iam/webhooks/${item.id}`);
      await page.getByRole('button', { name: 'Pause webhook' }).click();
      const bodies = sent(page, 'PUT', path);
      await meanwhile(page, path, () =>
        api.send(calls.updateWebhook, { params, body: { ...body, enabled: true, ...theirs } }),
      );
      await insist(page, { name: 'Pause', within: 'Pause webhook' }, 'Webhook paused');
      // A user who has not seen the other change is shown it before anything is paused.
      expect(bodies.length).toBeGreaterThan(1);
      for (const each of bodies) expect(each).toMatchObject({ enabled: false });
      const now = (await api.send(calls.getWebhook, { params })).item;
      expect(now).toMatchObject({ ...theirs, enabled: false });
    },
  };
}

export const switches: readonly Scene[] = [
  pauseScene('described', { description: 'theirs' }),
  pauseScene('paused', { enabled: false }),
];

/** Registers an application of a new product, as provider staff. */
async function registerApplication() {
  const root = await rootApi();
  const id = `app-${unique()}`;
  const product = (await root.send(calls.createProduct, { body: { id, name: `Product of ${id}` } })).item.rn;
  return (await root.send(calls.createApplication, { body: { id, name: `Name of ${id}`, product } })).item;
}

export const applications: readonly Scene[] = [
  {
    writes: ['updateApplication'],
    title: 'Move an application to another product while somebody else renames it',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const root = await rootApi();
      const { id, name, product } = await registerApplication();
      const other = await registerApplication();
      const path = new RegExp(`/applications/${id}$`);
      mayBeStale(path);
      const person = await demoPerson('Root Administrator', 'provider');
      const page = await open(person, `/admin/applications?search=${id}`);
      await page.getByRole('button', { name: `Change ${name}` }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Product' }).click();
      await page.getByRole('option', { name: `Product of ${other.id}` }).click();
      const body = { name: 'After', product: product ?? '' };
      await meanwhile(page, path, () => root.send(calls.updateApplication, { params: { id }, body }));
      await insist(page, { name: 'Update', within: 'Change application' }, 'Application successfully updated');
      const now = (await root.send(calls.getApplication, { params: { id } })).item;
      expect(now).toMatchObject({ name: 'After', product: other.product });
    },
  },
  {
    writes: ['deleteApplication'],
    title: 'Delete an application that somebody else has just renamed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const root = await rootApi();
      const { id, name, product } = await registerApplication();
      mayBeStale(new RegExp(`/applications/${id}$`));
      const person = await demoPerson('Root Administrator', 'provider');
      const page = await open(person, `/admin/applications?search=${id}`);
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      const question = page.getByRole('dialog', { name: 'Delete application' });
      const body = { name: 'In use', product: product ?? '' };
      await meanwhile(page, /\/applications$/, () => root.send(calls.updateApplication, { params: { id }, body }));
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('Somebody changed this in the meantime.');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Application successfully deleted')).toBeVisible();
    },
  },
];

export const deletions: readonly Scene[] = [
  {
    writes: ['deleteSingleSignOn'],
    title: 'Remove single sign-on that somebody else has just changed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const { api, administrator } = await foundCompany('User-based');
      await api.send(calls.updateSingleSignOn, { body: connection });
      mayBeStale(/\/single-sign-on$/);
      const page = await open(administrator, '/iam/single-sign-on');
      await page.getByRole('button', { name: 'Remove single sign-on' }).click();
      const question = page.getByRole('dialog', { name: 'Remove single sign-on' });
      const body = { ...connection, 'tags-claim': 'groups' };
      await meanwhile(page, /\/single-sign-on$/, () => api.send(calls.updateSingleSignOn, { body }));
      const confirm = question.getByRole('button', { name: 'Remove single sign-on' });
      await confirm.click();
      await expect(question).toContainText('Somebody changed this in the meantime');
      await confirm.click();
      await expect(toast(page, 'Single sign-on successfully removed')).toBeVisible();
      expect((await api.send(calls.getSingleSignOn, {})).item).toBeNull();
    },
  },
  {
    writes: ['deleteServiceAccount'],
    title: 'Delete a service account that somebody else has just changed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const { api, id, administrator } = await foundCompany('User-based');
      const body = { name: 'Exporter', 'account-id': id };
      const { item } = await api.send(calls.createServiceAccount, { body });
      const params = { id: idOf(item) };
      mayBeStale(new RegExp(`/${params.id}$`));
      const page = await open(administrator, '/iam/service-accounts');
      await row(page, 'Exporter').getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete service account' });
      const changed = { name: 'Exporter', description: 'In use' };
      await meanwhile(page, /\/service-accounts$/, () =>
        api.send(calls.updateServiceAccount, { params, body: changed }),
      );
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('In use');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Service account successfully deleted')).toBeVisible();
    },
  },
  {
    writes: ['deleteAccount'],
    title: 'Delete an account that somebody else has just changed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const { id, account } = await foundCompany('User-based');
      mayBeStale(new RegExp(`/${id}$`));
      const root = await rootApi();
      const person = await demoPerson('Root Administrator', 'provider');
      const page = await open(person, `/admin/accounts?search=${encodeURIComponent(account.name)}`);
      await page.getByRole('button', { name: `Delete ${account.name}` }).click();
      const question = page.getByRole('dialog', { name: 'Delete account' });
      const body = { name: account.name, description: 'Pays again' };
      await meanwhile(page, /\/admin\/v1\/accounts$/, () => root.send(calls.updateAccount, { params: { id }, body }));
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('Pays again');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Account successfully deleted')).toBeVisible();
    },
  },
  {
    writes: ['deleteWebhook'],
    title: 'Delete a webhook that somebody else has just changed',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const { api, id, administrator } = await foundCompany('User-based');
      const url = `https://${unique()}.example/hook`;
      const body = { url, description: '', events: ['license.issued' as const] };
      const { item } = await api.send(calls.createWebhook, { body: { ...body, 'account-id': id } });
      const params = { id: item.id };
      mayBeStale(new RegExp(`/${item.id}$`));
      const page = await open(administrator, '/iam/webhooks');
      await row(page, url).getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete webhook' });
      await meanwhile(page, /\/webhooks$/, () =>
        api.send(calls.updateWebhook, { params, body: { ...body, description: 'In use', enabled: true } }),
      );
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('Somebody changed this in the meantime.');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Webhook successfully deleted')).toBeVisible();
    },
  },
];
