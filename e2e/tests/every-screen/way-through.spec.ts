import { hostname } from 'node:os';
import { activationLink } from '../../fixtures/mailbox.ts';
import { demoPerson, productUrl, signIn } from '../../fixtures/people.ts';
import { type Studio, startStudio } from '../../fixtures/studio.ts';
import { expect, test } from '../../test.ts';

let studio: Studio | undefined;
test.afterEach(() => {
  studio?.process.kill('SIGKILL');
});

test('invite a person, let them consume a license, see them use it, release it', async ({ browser }) => {
  const administrator = await demoPerson('Administrator', 'User-based');
  const page = await browser.newPage();
  const person = { email: `ada.${Date.now()}@way-through.example`, password: 'a quiet harbour at dawn' };

  await test.step('invite', async () => {
    await signIn(page, administrator);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('button', { name: 'New User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create new User' });
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Last name').fill('Wayfarer');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('New user successfully created. An activation link has been sent.')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  const theirs = await browser.newContext();
  await test.step('activate', async () => {
    const activation = await theirs.newPage();
    await activation.goto(await activationLink(person.email));
    await activation.getByLabel('Password', { exact: true }).fill(person.password);
    await activation.getByLabel('Confirm password').fill(person.password);
    await activation.getByRole('button', { name: 'Activate' }).click();
    await expect(activation).toHaveURL(`${productUrl()}/`);
    await expect(activation.getByText('Central command for connecting, managing, and collaborating.')).toBeVisible();
    await expect(activation.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
    await activation.close();
  });

  let product = '';
  await test.step('let them consume', async () => {
    await page.getByRole('link', { name: 'Licenses', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Available' }).filter({ hasText: 'No one' }).first();
    await row.getByRole('link').first().click();
    await expect(page.getByRole('tab', { name: 'Consumers' })).toBeVisible();
    const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    product = await productOf(administrator, key);
    await page.getByRole('tab', { name: 'Consumers' }).click();
    await page.getByRole('radio', { name: 'User' }).check();
    await page.getByRole('combobox', { name: 'User' }).click();
    await page.keyboard.type(person.email);
    await page.getByRole('option', { name: new RegExp(person.email) }).click();
    await page.getByRole('button', { name: 'Update consumers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update consumers' });
    await expect(dialog).toContainText(
      'Are you sure you want to update the license consumers? It will automatically release the license.',
    );
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('License successfully updated')).toBeVisible();
  });

  await test.step('consume, and see it without a reload', async () => {
    await page.getByRole('tab', { name: 'Usage' }).click();
    await expect(page.getByText('This license is not used right now.')).toBeVisible();
    studio = startStudio(product);
    const consent = await theirs.newPage();
    await consent.goto(await studio.address());
    await consent.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(consent.getByText('You can close this window.')).toBeVisible();
    await studio.says(/is open/);
    const opened = performance.now();
    await expect(page.getByText(hostname()).first()).toBeVisible();
    await expect(page.getByText(person.email).first()).toBeVisible();
    record('application open to device on the screen', opened);
  });

  await test.step('release', async () => {
    await page.getByRole('tab', { name: 'Consumers' }).click();
    await page.getByRole('button', { name: 'Release license' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release license' });
    await expect(dialog).toContainText(
      'Are you sure you want to release this license? It will log off the current user.',
    );
    const released = performance.now();
    await dialog.getByRole('button', { name: 'Release' }).click();
    await studio?.says(/logged off/);
    record('release clicked to application logged off', released);
    expect(await studio?.exited).toBe(0);
    await expect(page.getByText('License successfully released')).toBeVisible();
    await page.getByRole('tab', { name: 'Usage' }).click();
    await expect(page.getByText('This license is not used right now.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Licenses' }).click();
    const key = page.getByRole('row').filter({ hasText: person.email });
    await expect(key).toContainText('Available');
  });
});

/** Stores a duration with the test's result; it is reported, not checked. */
function record(what: string, since: number): void {
  const took = `${what}: ${Math.round(performance.now() - since)} ms`;
  test.info().annotations.push({ type: 'measured', description: took });
  console.log(took);
}

/** The short name of a license's product. */
async function productOf(
  administrator: { readonly email: string; readonly password: string },
  key: string,
): Promise<string> {
  const json = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${productUrl()}/auth/v1/authorize`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: administrator.email, password: administrator.password }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const reply = await fetch(`${productUrl()}/license/v1/licenses/${key}`, { headers: { authorization: token } });
  const { item } = (await reply.json()) as { item: { certificate: { product: string } } };
  return item.certificate.product.split(':').at(-1) ?? '';
}
