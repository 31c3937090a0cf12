import { calls } from '@keyhold/contract';
import { rootApi, unique } from '../api.ts';
import { expectAccessible } from '../axe.ts';
import { demoPerson } from '../people.ts';
import { row, sent, toast } from '../screen.ts';
import { expect, test } from '../test.ts';

test('provider staff change how long the leases of a product last', async ({ open }) => {
  const id = `timed-${unique()}`;
  const body = { id, name: `Timed ${id}`, description: 'Stays as it is' };
  await (await rootApi()).send(calls.createProduct, { body });
  const page = await open(await demoPerson('System Administrator', 'provider'), '/licensing/licenses');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Lease timings' }).click();
  const list = page.getByRole('dialog', { name: 'Lease timings' });
  await expect(row(list, body.name).getByRole('cell')).toHaveText([body.name, '30 s', '90 s', 'None', 'Change']);
  await expectAccessible(page, 'lease timings');
  await row(list, body.name).getByRole('button').click();

  const form = page.getByRole('dialog', { name: `Lease timings of ${body.name}` });
  await form.getByLabel('Heartbeat every').fill('50');
  await form.getByLabel('Outage grace').fill('20000');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A lease must last at least two heartbeats')).toBeVisible();
  await expect(form.getByText('Enter a whole number of seconds from 0 to 14,400')).toBeVisible();
  await expect(form.getByLabel('Lease lasts')).toBeFocused();
  await expectAccessible(page, 'lease timings, refused');
  await form.getByLabel('Lease lasts').fill('120');
  await form.getByLabel('Outage grace').fill('3600');
  const bodies = sent(page, 'PUT', /\/admin\/products\//);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Lease timings successfully updated')).toBeVisible();
  expect(bodies).toEqual([
    {
      name: body.name,
      description: body.description,
      'heartbeat-seconds': 50,
      'lease-seconds': 120,
      'grace-seconds': 3600,
      'token-alg': 'Ed25519',
    },
  ]);
  await expect(row(list, body.name).getByRole('cell')).toHaveText([body.name, '50 s', '2 min', '1 h', 'Change']);
  await expect(row(list, body.name).getByRole('button')).toBeFocused();
  await list.getByRole('button', { name: 'Close' }).click();
  await expect(list).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Jump to' }).fill('lease timings');
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
  await row(list, body.name).getByRole('button').click();
  await form.getByLabel('Heartbeat every').fill('10');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  // The form leads back to the list.
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});

test('timings that another user changed in the meantime are not overwritten unseen', async ({ open, faults }) => {
  faults.expectRefusal(412, /^\/license\/v1\/admin\/products\//);
  const root = await rootApi();
  const id = `shared-${unique()}`;
  const body = { id, name: `Shared ${id}`, description: '' };
  await root.send(calls.createProduct, { body });
  const page = await open(await demoPerson('System Administrator', 'provider'), '/licensing/licenses');
  await page.getByRole('button', { name: 'Lease timings' }).click();
  await page.getByRole('button', { name: `Change ${body.name}` }).click();
  const form = page.getByRole('dialog', { name: `Lease timings of ${body.name}` });
  await form.getByLabel('Outage grace').fill('60');
  const theirs = { name: body.name, description: 'Theirs', 'lease-seconds': 180 };
  await root.send(calls.updateProduct, { params: { id }, body: theirs });
  await form.getByRole('button', { name: 'Save' }).click();
  const notice = form.getByRole('alert').filter({ hasText: 'This was changed elsewhere while you were editing.' });
  await expect(notice).toBeVisible();
  await expect(form.getByLabel('Outage grace')).toHaveValue('60');
  await notice.getByRole('button', { name: 'Show the current version' }).click();
  await expect(notice).toBeHidden();
  await expect(form.getByLabel('Lease lasts')).toHaveValue('180');
  await form.getByLabel('Outage grace').fill('60');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Lease timings successfully updated')).toBeVisible();
  const { items } = await root.send(calls.listProducts, {});
  expect(items.find(({ name }) => name === body.name)).toMatchObject({
    description: 'Theirs',
    'lease-seconds': 180,
    'grace-seconds': 60,
  });
});

test('other users are not offered it', async ({ open }) => {
  for (const role of ['Account Administrator', 'Administrator'] as const) {
    const page = await open(await demoPerson(role, 'provider'), '/licensing/licenses');
    await expect(page.getByRole('link', { name: 'Usage overview' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lease timings' })).toHaveCount(0);
  }
});
