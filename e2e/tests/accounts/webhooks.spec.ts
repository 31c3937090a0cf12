import { calls, type Webhook } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../browser/axe.ts';
import { errorAlert, hold, row, toast } from '../../browser/screen.ts';
import { unique } from '../../fixtures/api.ts';
import { type Company, foundCompany } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

/** An address that is refused at once, without leaving this machine: webhooks go to public addresses only. */
const nowhere = 'http://127.0.0.1:9/hook';

async function addWebhook({ api, id }: Company, url = nowhere): Promise<{ webhook: Webhook; secret: string }> {
  const body = { url, description: 'Told of everything', events: ['license.issued' as const], 'account-id': id };
  const { item, secret } = await api.send(calls.createWebhook, { body });
  return { webhook: item, secret };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Pauses or resumes the webhook of the screen, after its question. */
async function flip(page: Page, verb: 'Pause' | 'Resume'): Promise<void> {
  await button(page, `${verb} webhook`).click();
  await page
    .getByRole('dialog', { name: `${verb} webhook` })
    .getByRole('button', { name: verb, exact: true })
    .click();
}

test('an administrator creates a webhook and is shown its secret once', async ({ open }) => {
  const company = await foundCompany('User-based');
  const page = await open(company.administrator, '/licensing/licenses');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/iam\/webhooks$/);
  await expect(page).toHaveTitle(/^Webhooks · /);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await button(page, 'New webhook').click();
  const form = page.getByRole('dialog', { name: 'Create new webhook' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('url must be an http or https address')).toBeVisible();
  await expect(form.getByText('Choose at least one event.')).toBeVisible();
  await expect(form.getByLabel('Address')).toBeFocused();
  // Only the provider can subscribe to every account.
  await expect(form.getByRole('checkbox', { name: 'Include every account' })).toHaveCount(0);
  const url = `https://${unique()}.example/hook`;
  await form.getByLabel('Address').fill(url);
  await form.getByLabel('Description').fill('Job board');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByRole('checkbox').first()).toBeFocused();
  await form.getByRole('checkbox', { name: 'Somebody takes a license' }).check();
  await form.getByRole('checkbox', { name: 'Somebody wants a license and gets none' }).check();
  await form.getByRole('button', { name: 'Create' }).click();

  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  const secret = await shown.locator('code').textContent();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{32,}$/);
  // Escape does not close it by accident.
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy secret' }).click();
  await expect(toast(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  await expect(row(page, url).getByRole('cell')).toHaveText([
    url,
    'Job board',
    'license.consumed, license.denied',
    'On',
    '',
  ]);
  await page.reload();
  await row(page, url).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(url);
  await expect(page.locator('body')).not.toContainText(secret ?? '');
});

test('the events of a webhook change; it is paused, resumed, given a new secret, and deleted', async ({ open }) => {
  const company = await foundCompany('User-based');
  const { webhook, secret } = await addWebhook(company, `https://${unique()}.example/hook`);
  const page = await open(company.administrator, `/iam/webhooks/${webhook.id}`);
  await page.getByRole('checkbox', { name: 'A license ends within 14 days' }).check();
  await button(page, 'Update').click();
  await expect(toast(page, 'Webhook successfully updated')).toBeVisible();
  const current = async () => (await company.api.send(calls.getWebhook, { params: { id: webhook.id } })).item;
  expect(await current()).toMatchObject({ events: ['license.issued', 'license.expiring'], enabled: true });

  await flip(page, 'Pause');
  await expect(toast(page, 'Webhook paused')).toBeVisible();
  await expect(page.getByText('While a webhook is paused, nothing is sent to it')).toBeVisible();
  await expect(button(page, 'Send a test event')).toHaveCount(0);
  expect(await current()).toMatchObject({ enabled: false, description: 'Told of everything' });
  await flip(page, 'Resume');
  await expect(toast(page, 'Webhook resumed')).toBeVisible();
  expect(await current()).toMatchObject({ enabled: true });

  await page.getByRole('tab', { name: 'Signing secret' }).click();
  await button(page, 'Create a new secret').click();
  await page
    .getByRole('dialog', { name: 'Create a new secret' })
    .getByRole('button', { name: 'Create new secret' })
    .click();
  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(shown.locator('code')).toHaveText(/^whsec_/);
  expect(await shown.locator('code').textContent()).not.toBe(secret);
  await shown.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Back to Webhooks' }).click();
  await button(page, `Delete ${webhook.url}`).click();
  const question = page.getByRole('dialog', { name: 'Delete webhook' });
  await expect(question).toContainText('Are you sure you want to delete this webhook?');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'Webhook successfully deleted')).toBeVisible();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('a new secret is shown even if the user has gone back while it was created', async ({ open }) => {
  const company = await foundCompany('User-based');
  const { webhook } = await addWebhook(company, `https://${unique()}.example/hook`);
  const page = await open(company.administrator, '/iam/webhooks');
  await row(page, webhook.url).getByRole('link').click();
  await page.getByRole('tab', { name: 'Signing secret' }).click();
  await button(page, 'Create a new secret').click();
  const release = await hold(page, 'POST', /\/secret$/);
  await button(page, 'Create new secret').click();
  await page.goBack();
  await expect(page).toHaveURL(/\/webhooks$/);
  release();
  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(shown.locator('code')).toHaveText(/^whsec_/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
});

test('the log shows what was sent, the result, and the next retry; a delivery is sent again', async ({
  open,
  faults,
}) => {
  const company = await foundCompany('User-based');
  const { webhook } = await addWebhook(company);
  const page = await open(company.administrator, `/iam/webhooks/${webhook.id}?tab=deliveries`);
  await expect(page.getByText('Nothing sent yet')).toBeVisible();
  await button(page, 'Send a test event').click();
  await expect(toast(page, 'Test event queued')).toBeVisible();
  const line = row(page, 'webhook.test').getByRole('cell');
  await expect(line.nth(3)).toHaveText('The address is not on the open internet.');
  await expect(line.nth(1)).toHaveText('Waiting');
  await expect(line.nth(2)).toHaveText('1');
  await expect(line.nth(5)).toHaveText(/^(just now|in \d+ minutes?)$/);
  const lastAttempt = async () => {
    const { items } = await company.api.send(calls.listWebhookDeliveries, { params: { id: webhook.id } });
    return items[0]?.['last-attempt-on'];
  };
  const first = await lastAttempt();
  await button(page, 'Resend webhook.test').click();
  await expect(toast(page, 'Delivery queued again')).toBeVisible();
  await expect.poll(lastAttempt).not.toBe(first);
  // Its attempts are counted again from one.
  await expect(line.nth(2)).toHaveText('1');
  await expect(page.getByText('Failing')).toBeVisible();

  await button(page, 'Show webhook.test').click();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await expect(dialog.locator('pre')).toContainText('"type": "webhook.test"');
  await faults.inject(page, 'POST', /\/deliveries\//, { status: 500, error: 'It was not queued.' }, 1);
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect(errorAlert(dialog)).toContainText('It was not queued.');
  const second = await lastAttempt();
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect(errorAlert(dialog)).toHaveCount(0);
  await expect.poll(lastAttempt).not.toBe(second);
  await expect(dialog.locator('dt', { hasText: 'Attempts' }).locator('+ dd')).toHaveText('1');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await flip(page, 'Pause');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(button(page, 'Resend webhook.test')).toHaveCount(0);
});

test('provider staff can subscribe to every account, and see the webhooks of the viewed account', async ({ open }) => {
  const company = await foundCompany('User-based');
  const { webhook } = await addWebhook(company, `https://${unique()}.example/hook`);
  const page = await open(await demoPerson('Account Administrator', 'provider'), '/');
  const switcher = page.getByRole('combobox', { name: 'Viewed account' });
  await expect(switcher).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('create a webhook');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Create new webhook' });
  await expect(form.getByRole('checkbox', { name: 'Include every account' })).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await switcher.fill(company.account.name);
  await page.getByRole('option', { name: company.account.name }).click();
  await expect(row(page, webhook.url)).toBeVisible();
  await button(page, 'New webhook').click();
  await expect(form.getByLabel('Address')).toBeVisible();
  await expect(form.getByRole('checkbox', { name: 'Include every account' })).toHaveCount(0);

  const ordinary = await open(await demoPerson('User', 'Shared'), '/iam/webhooks');
  await expect(ordinary.getByText('Sorry, you cannot access this page.')).toBeVisible();
});

test('the demo has a log of some days at a paused address, the latest first', async ({ open }) => {
  const page = await open(await demoPerson('Administrator', 'Shared'), '/iam/webhooks');
  await row(page, 'Paused').getByRole('link').click();
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('Waiting');
  const created = page.getByRole('columnheader', { name: 'Created' });
  await expect(created).toHaveAttribute('aria-sort', 'descending');
  await created.getByRole('button').click();
  await expect(created).toHaveAttribute('aria-sort', 'ascending');
  await expect(first).toContainText('Delivered');
  await page.getByRole('searchbox').fill('delivered');
  await expect(first).toContainText('200');
});

test('its states are accessible in both schemes', async ({ open, faults }) => {
  const company = await foundCompany('User-based');
  const { webhook } = await addWebhook(company);
  const detail = `/iam/webhooks/${webhook.id}`;
  const page = await open(company.administrator, 'about:blank');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const judge = async (what: string, path: string, arrange?: () => Promise<unknown>): Promise<void> => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await arrange?.();
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page, what);
  };
  await judge('webhooks', '/iam/webhooks', () => expect(row(page, webhook.url)).toBeVisible());
  await judge('new webhook, refused', '/iam/webhooks', async () => {
    await button(page, 'New webhook').click();
    await button(page, 'Create').click();
    await expect(page.getByText('Choose at least one event.')).toBeVisible();
  });
  await judge('delete webhook', '/iam/webhooks', () => button(page, `Delete ${webhook.url}`).click());
  await judge('webhook', detail, () => expect(page.getByLabel('Address')).toBeVisible());
  await judge('no deliveries', `${detail}?tab=deliveries`, () =>
    expect(page.getByText('Nothing sent yet')).toBeVisible(),
  );
  await judge('a delivery', `${detail}?tab=deliveries`, async () => {
    await button(page, 'Send a test event').click();
    await expect(page.getByText('Failing')).toBeVisible();
    await button(page, 'Show webhook.test').click();
    await expect(page.locator('pre')).toBeVisible();
  });
  await judge('a log', `${detail}?tab=deliveries`, () => expect(row(page, 'webhook.test')).toBeVisible());
  await judge('a new secret', `${detail}?tab=secret`, async () => {
    await button(page, 'Create a new secret').click();
    await button(page, 'Create new secret').click();
    await expect(page.locator('code')).toBeVisible();
  });
  await judge('paused', detail, async () => {
    await flip(page, 'Pause');
    await expect(page.getByText('While a webhook is paused')).toBeVisible();
  });
  const release = await hold(page, 'GET', /^\/iam\/v1\/webhooks$/);
  await page.goto('/iam/webhooks');
  await expect(page.locator('section[aria-busy="true"]')).toBeVisible();
  await expectAccessible(page, 'webhooks, loading');
  release();
  await faults.inject(page, 'GET', /^\/iam\/v1\/webhooks$/, { status: 403, error: 'Not today.' });
  await page.goto('/iam/webhooks');
  await expect(errorAlert(page)).toContainText('Not today.');
  await expectAccessible(page, 'webhooks, refused');
});
