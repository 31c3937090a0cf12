import { readFile } from 'node:fs/promises';
import {
  type AnyResource,
  calls,
  resourceIdOf,
  resources,
  type Setting,
  textsSetBy,
  textsWith,
} from '@keyhold/contract';
import type { Locator, Page } from '@playwright/test';
import type * as z from 'zod';
import { fieldNames } from '../../../apps/console/src/i18n/messages/en/general/fields.ts';
import { row } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { type Company, foundCompany } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

// Covers every text that the contract's description of a resource names, including texts that are added later.

interface Screens {
  readonly one: AnyResource;
  readonly list: string;
  /** Opens the form that creates one. */
  readonly opener: string;
  readonly submit: string;
  /** Fills the other fields that the form requires. */
  readonly rest?: (dialog: Locator, page: Page) => Promise<void>;
  readonly posts: string;
  /** The button to press after the form was sent, so that the list is shown again. */
  readonly leave?: string;
  /** Provider staff may not change it. */
  readonly byCustomer?: true;
  /** The screen that changes it, or the list whose dialog does. */
  readonly detail: ((id: string) => string) | { readonly dialogOf: string };
}

async function choose(dialog: Locator, page: Page, label: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option').first().click();
}

const screens: Readonly<Record<string, Screens>> = {
  account: {
    one: resources.account,
    list: '/admin/accounts',
    opener: 'New account',
    submit: 'Create',
    posts: calls.createAccount.path,
    detail: (id) => `/admin/accounts/${id}`,
  },
  product: {
    one: resources.timedProduct,
    list: '/admin/products',
    opener: 'New product',
    submit: 'Create',
    rest: (dialog) => dialog.getByRole('textbox', { name: 'Id', exact: true }).fill(`product-${unique()}`),
    posts: calls.createProduct.path,
    detail: (id) => `/admin/products/${id}`,
  },
  'add-on': {
    one: resources.addon,
    list: '/admin/addons',
    opener: 'New addon',
    submit: 'Create',
    rest: (dialog) => dialog.getByRole('textbox', { name: 'Id', exact: true }).fill(`addon-${unique()}`),
    posts: calls.createAddon.path,
    detail: (id) => `/admin/addons/${id}`,
  },
  tag: {
    one: resources.tag,
    list: '/iam/tags',
    opener: 'New tag',
    submit: 'Create',
    posts: calls.createTag.path,
    byCustomer: true,
    detail: (id) => `/iam/tags/${id}`,
  },
  user: {
    one: resources.user,
    list: '/iam/users',
    opener: 'New User',
    submit: 'Create',
    posts: calls.createUser.path,
    detail: (id) => `/iam/users/${id}`,
  },
  license: {
    one: resources.license,
    list: '/licensing/licenses',
    opener: 'Issue licenses',
    submit: 'Issue',
    rest: async (dialog, page) => {
      await choose(dialog, page, 'Product');
      await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Perpetual');
    },
    posts: calls.issueLicenses.path,
    leave: 'Done',
    detail: (id) => `/licensing/licenses/${id}`,
  },
  'add-on license': {
    one: resources.addonLicense,
    list: '/licensing/licenses',
    opener: 'Issue addons',
    submit: 'Issue',
    rest: (dialog, page) => choose(dialog, page, 'Addon'),
    posts: calls.issueAddonLicenses.path,
    leave: 'Done',
    detail: { dialogOf: '/licensing/unassignedAddons' },
  },
  application: {
    one: resources.application,
    list: '/admin/applications',
    opener: 'New application',
    submit: 'Register',
    rest: async (dialog, page) => {
      await dialog.getByRole('textbox', { name: 'Id (client_id)' }).fill(`app-${unique()}`);
      await choose(dialog, page, 'Product');
    },
    posts: calls.createApplication.path,
    detail: { dialogOf: '/admin/applications' },
  },
  pool: {
    one: resources.pool,
    list: '/licensing/pools',
    opener: 'New pool',
    submit: 'Create',
    rest: (dialog, page) => choose(dialog, page, 'Product'),
    posts: calls.createPool.path,
    detail: (id) => `/licensing/pools/${id}?tab=details`,
  },
  'service account': {
    one: resources.serviceAccount,
    list: '/iam/service-accounts',
    opener: 'New service account',
    submit: 'Create',
    posts: calls.createServiceAccount.path,
    detail: (id) => `/iam/service-accounts/${id}?tab=details`,
  },
  webhook: {
    one: resources.webhook,
    list: '/iam/webhooks',
    opener: 'New webhook',
    submit: 'Create',
    rest: (dialog) => dialog.getByRole('checkbox', { name: 'Somebody takes a license' }).check(),
    posts: calls.createWebhook.path,
    leave: 'Done',
    detail: (id) => `/iam/webhooks/${id}`,
  },
};

// Products are entered as those with times; service-accounts.spec.ts covers the texts of a token.
const elsewhere: readonly object[] = [resources.product, resources.serviceAccountToken];

test('every resource whose texts calls set has its screens here', () => {
  const typed = Object.values<AnyResource>(resources).filter((one) => textsSetBy(one, 'create').length > 0);
  const here = Object.values(screens).map(({ one }) => one);
  expect(typed.filter((one) => !elsewhere.includes(one) && !here.includes(one))).toEqual([]);
});

const nameOf = (text: string): string => fieldNames[text as keyof typeof fieldNames];

/** Returns a unique text in the format of its field. */
function distinct(input: z.ZodType): string {
  const format = input.meta()?.['format'];
  const word = `text${unique()}`;
  return format === 'email' ? `${word}@texts.example` : format === 'uri' ? `http://127.0.0.1:9/${word}` : word;
}

/** Types a new text into every field that the description names. */
async function type(form: Locator, one: AnyResource, set: Setting): Promise<Record<string, string>> {
  const names = textsSetBy(one, set);
  const typed = Object.fromEntries(names.map((name) => [name, distinct(one[set][name] as z.ZodType)]));
  for (const [name, text] of Object.entries(typed)) {
    await form.getByRole('textbox', { name: nameOf(name), exact: true }).fill(text);
  }
  return typed;
}

type Item = Readonly<Record<string, unknown>> & { readonly rn?: string; readonly id?: string };

/** Presses the button that sends a form, and returns the item from the server's reply, as it is stored now. */
async function send(page: Page, form: Locator, button: string, method: 'POST' | 'PUT', path: string): Promise<Item> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === method && new URL(response.url()).pathname.includes(path),
  );
  await form.getByRole('button', { name: button, exact: true }).click();
  const body = await (await answered).json();
  return body.item ?? body.items?.[0] ?? body.resources[0];
}

async function lookAt({ id }: Company, page: Page, path: string): Promise<void> {
  await page.addInitScript((account) => sessionStorage.setItem('selectedAccount', account), id);
  await page.goto(path);
}

/** Checks that a search finds the searched texts, and that the file contains the exported ones. */
async function expectInList(page: Page, one: AnyResource, texts: Record<string, string>, shown: string) {
  const search = page.getByRole('searchbox');
  for (const name of textsWith(one, 'searched')) {
    await search.fill(texts[name] ?? '');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, shown)).toBeVisible();
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const [heads = '', line = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  const cells = line.split(',');
  for (const name of textsWith(one, 'listed')) {
    expect([name, cells[heads.replace('\uFEFF', '').split(',').indexOf(nameOf(name))]]).toEqual([name, texts[name]]);
  }
}

for (const [kind, { one, list, opener, submit, rest, posts, leave, byCustomer, detail }] of Object.entries(screens)) {
  test(`The texts of a resource: ${kind}: typed when it is created and changed, searched and exported`, async ({
    open,
  }) => {
    const company = await foundCompany('Shared');
    const person = byCustomer ? company.administrator : await demoPerson('Root Administrator', 'provider');
    const page = await open(person, 'about:blank');
    await lookAt(company, page, list);
    await page.getByRole('button', { name: opener, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(opener.replace('New ', ''), 'i') });
    await rest?.(dialog, page);
    const typed = await type(dialog, one, 'create');
    const created = await send(page, dialog, submit, 'POST', posts);
    expect(created).toMatchObject(typed);
    if (leave) await page.getByRole('dialog').getByRole('button', { name: leave, exact: true }).click();
    const id = created.rn ? resourceIdOf(created.rn) : String(created.id);
    if (typeof detail === 'function') {
      await page.goto(detail(id));
      const changed = await type(page.getByRole('main'), one, 'update');
      expect(await send(page, page.getByRole('main'), 'Update', 'PUT', id)).toMatchObject(changed);
      await page.goto(list);
      await expectInList(page, one, changed, changed[one.texts.find((name) => name in typed) ?? ''] ?? id);
    } else {
      await page.goto(detail.dialogOf);
      await expectInList(page, one, typed, id);
      await row(page, id)
        .getByRole('button', { name: /^Change / })
        .click();
      const form = page.getByRole('dialog');
      const changed = await type(form, one, 'update');
      expect(await send(page, form, 'Update', 'PUT', id)).toMatchObject(changed);
      await page.getByRole('searchbox').fill('');
      await expectInList(page, one, changed, id);
    }
  });
}
