import { calls } from '@keyhold/contract';
import { errorAlert, hold, menuLink, row, sent, toast } from '../../browser/screen.ts';
import { type Company, createTag, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

let company: Company;
test.beforeAll(async () => {
  company = await foundCompany('Shared');
});

test('a detail that cannot be loaded shows the error of the server or the HTTP status text', async ({
  open,
  faults,
}) => {
  const tag = await createTag(company, 'Detail');
  const license = await issueOne(company.id);
  const page = await open(company.administrator, 'about:blank');
  for (const [address, path, back] of [
    [`/iam/users/${idOf(company.administrator.user)}`, /^\/iam\/v1\/users\/[^/]+$/, 'Back to Users'],
    [`/iam/tags/${idOf(tag)}`, /^\/iam\/v1\/tags\/[^/]+$/, 'Back to Tags'],
    [`/licensing/licenses/${idOf(license)}`, /^\/license\/v1\/licenses\/[^/]+$/, 'Back to Licenses'],
    ['/profile', /^\/iam\/v1\/users\/[^/]+$/, 'Home'],
  ] as const) {
    await faults.inject(page, 'GET', path, { status: 403, error: "You don't have authorization for this action." }, 1);
    await page.goto(address);
    await expect(errorAlert(page)).toContainText("You don't have authorization for this action.");
    await expect(page.getByRole('main').getByRole('link', { name: back })).toBeVisible();
    // Without an error from the server, the status text is shown.
    await faults.inject(page, 'GET', path, { status: 404, body: { success: false, errors: [] } }, 1);
    await errorAlert(page).getByRole('button', { name: 'Retry' }).click();
    await expect(errorAlert(page)).toContainText('Not Found');
    await errorAlert(page).getByRole('button', { name: 'Retry' }).click();
    await expect(errorAlert(page)).toBeHidden();
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await page.unrouteAll();
  }
});

test('an unknown id, in this account or anywhere', async ({ open, faults }) => {
  faults.expectRefusal(404, /./);
  const page = await open(company.administrator, '/iam/users/01a1f878-0000-7000-8000-000000000000');
  await expect(errorAlert(page)).toContainText('Not found');
  const root = await open(await demoPerson('Root Administrator', 'provider'), '/admin/accounts/nothing-like-an-id');
  await expect(errorAlert(root)).toContainText('Not found');
});

test('without a server the screen says what to do, and keeps the typed text', async ({ open, faults }) => {
  const page = await open(company.administrator, '/iam/tags');
  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByLabel('Name').fill('Typed');
  await faults.cut(page, 'POST', /^\/iam\/v1\/tags$/, 1);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(errorAlert(dialog)).toContainText(
    'The server cannot be reached. Check your connection, then try again.',
  );
  await expect(page.getByLabel('Name')).toHaveValue('Typed');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
});

test('a change that is confirmed offline fails at once, and is not sent later', async ({ open, faults }) => {
  const tag = await createTag(company, 'Offline');
  const page = await open(company.administrator, '/iam/tags');
  await expect(row(page, 'Offline')).toBeVisible();
  const deletions = sent(page, 'DELETE', /^\/iam\/v1\/tags\//);
  faults.expectLoss(/./);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Delete Offline' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(errorAlert(dialog)).toContainText('The server cannot be reached.');
  expect(deletions).toEqual([]);
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: "No don't delete it" }).click();
  // A change by another user arrives: the connection is back.
  await createTag(company, 'Online');
  await expect(row(page, 'Online')).toBeVisible();
  await expect(row(page, 'Offline')).toBeVisible();
  expect(deletions).toEqual([]);
  await company.api.send(calls.getTag, { params: { id: idOf(tag) } });
});

test('a screen whose file was removed by an update opens after a reload of the page', async ({ open, faults }) => {
  await createTag(company, 'Updated');
  const page = await open(company.administrator, '/iam/tags');
  faults.expectLoss(/tag-detail/);
  await page.route(/\/assets\/tag-detail.*\.js/, (route) => route.abort(), { times: 1 });
  const release = await hold(page, 'HEAD', /^\/$/);
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  const fresh = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Updated' }).click();
  await asked;
  // No failure is shown as long as a reload may still follow.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tags');
  release();
  await fresh;
  await expect(page.getByRole('heading', { level: 1, name: 'Updated' })).toBeVisible();
});

test('without a connection a screen whose file is not loaded is reported, and the page stays', async ({
  open,
  faults,
}) => {
  await createTag(company, 'Far away');
  const page = await open(company.administrator, '/iam/tags');
  await expect(row(page, 'Far away')).toBeVisible();
  faults.expectLoss(/./);
  await page.route(/\/assets\/tag-detail/, (route) => route.abort());
  await page.evaluate(() => document.body.setAttribute('data-first', ''));
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Far away' }).click();
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.locator('body[data-first]')).toHaveCount(1);
});

test('a failed prefetch of a screen of the menu is not reported', async ({ open, faults }) => {
  const page = await open(company.administrator, 'about:blank');
  await faults.cut(page, 'GET', /\/assets\/tags-list.*\.js$/, 2);
  const ahead = page.waitForEvent('requestfailed');
  await page.goto(`/iam/users/${idOf(company.administrator.user)}`);
  await page.getByLabel('Title').fill('Typed');
  await page.evaluate(() => document.body.setAttribute('data-first', ''));
  await ahead;
  const pointedAt = page.waitForEvent('requestfailed');
  const link = menuLink(page, 'Tags');
  await link.hover();
  await pointedAt;
  await link.click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tags');
  await expect(page.locator('body[data-first]')).toHaveCount(1);
});

test('a question that cannot be fetched is reported, and the screen is not left', async ({ open, faults }) => {
  const page = await open(company.administrator, 'about:blank');
  // Once for the prefetch, once for the question.
  await faults.cut(page, 'GET', /\/assets\/leave-dialog.*\.js$/, 2);
  const ahead = page.waitForEvent('requestfailed');
  await page.goto(`/iam/users/${idOf(company.administrator.user)}`);
  await page.getByLabel('Title').fill('Typed');
  await ahead;
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await expect(toast(page, 'Part of this page could not be loaded.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users');
});

test('a chart that cannot be fetched is reported in its place', async ({ open, faults }) => {
  const license = await issueOne(company.id);
  const page = await open(company.administrator, 'about:blank');
  await faults.cut(page, 'GET', /\/assets\/license-history.*\.js$/);
  await page.goto(`/licensing/licenses/${idOf(license)}?tab=usage`);
  await expect(errorAlert(page)).toContainText('Part of this page could not be loaded.');
  await page.unrouteAll();
  await errorAlert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(errorAlert(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Use over time' })).toBeVisible();
});

test('a palette that cannot be fetched is reported, also if toasts load late', async ({ open, faults }) => {
  const page = await open(company.administrator, 'about:blank');
  // The palette is also prefetched, at a moment of its own: it stays away until its failure is reported.
  await faults.cut(page, 'GET', /\/assets\/palette-.*\.js$/);
  await faults.cut(page, 'GET', /\/assets\/toast-layer-.*\.js$/, 2);
  await page.goto('/iam/roles');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles');
  await page.keyboard.press('Control+k');
  await expect(toast(page, 'Part of this page could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a transient failure is retried before it is reported', async ({ open, faults }) => {
  const page = await open(company.administrator, 'about:blank');
  await faults.inject(page, 'GET', /^\/iam\/v1\/roles$/, { status: 503, error: 'Starting up.' }, 2);
  await page.goto('/iam/roles');
  await expect(page.getByRole('cell', { name: 'Administrator', exact: true })).toBeVisible();
  await expect(errorAlert(page)).toHaveCount(0);
});

test('a server error is reported at once, with the first sentence of the reply', async ({ open, faults }) => {
  const page = await open(company.administrator, 'about:blank');
  const reply = { status: 500, body: { errors: ['The disk is full.', 'Another sentence.'] } };
  await faults.inject(page, 'GET', /^\/iam\/v1\/roles$/, reply, 1);
  await page.goto('/iam/roles');
  await expect(errorAlert(page)).toContainText('The disk is full.');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('cell', { name: 'Administrator', exact: true })).toBeVisible();
});

test('a list is also shown when the reply has no paging fields', async ({ open, faults }) => {
  const page = await open(company.administrator, 'about:blank');
  const { items } = await company.api.send(calls.listUsers, { query: { resolve: 'all' } });
  await faults.inject(page, 'GET', /^\/iam\/v1\/users$/, { status: 200, body: { items, resources: {} } });
  await page.goto('/iam/users');
  await expect(row(page, company.administrator.email)).toBeVisible();
});

test('unsaved changes are asked about before another screen opens', async ({ open }) => {
  const page = await open(company.administrator, `/iam/users/${idOf(company.administrator.user)}`);
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('link', { name: 'Back to Users' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
  await page.getByRole('tab', { name: 'Roles' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('tab', { name: 'Roles' })).toHaveAttribute('aria-selected', 'true');
});

test('the question about unsaved changes appears even if its code can no longer be fetched', async ({ open }) => {
  const page = await open(company.administrator, `/iam/users/${idOf(company.administrator.user)}`);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('leave-dialog')),
  );
  await page.route(/leave-dialog.*\.js/, (route) => route.abort());
  await page.getByLabel('Title').fill('Typed');
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Typed');
});
