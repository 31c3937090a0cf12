import { readFile } from 'node:fs/promises';
import { calls } from '@keyhold/contract';
import { expectAccessible } from '../../browser/axe.ts';
import { beyondTheEdge } from '../../browser/edge.ts';
import { rootApi, unique } from '../../fixtures/api.ts';
import { createTag, foundCompany, idOf } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

test('an administrator reads what was changed, filters it by address, and saves what is filtered', async ({ open }) => {
  const company = await foundCompany('Shared');
  const tag = await createTag(company, 'Before');
  const body = { name: 'After', description: '' };
  await company.api.send(calls.updateTag, { params: { id: idOf(tag) }, body });
  const page = await open(company.administrator, '/iam/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const change = page.getByRole('listitem').filter({ hasText: 'changed the details' }).first();
  await expect(change).toContainText('Tag · After');
  await expect(change).toContainText('NameBefore → becameAfter');
  await expect(page.getByLabel('All accounts')).toHaveCount(0);
  await expectAccessible(page, 'audit log');

  await test.step('a record, an action and days, in the address', async () => {
    await change.getByRole('button', { name: 'Tag · After' }).click();
    await expect(page).toHaveURL(/resource=/);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Action' }).fill('iam:UpdateTag');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/action=iam%3AUpdateTag/);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('From').fill('2026-01-05');
    await expect(page).toHaveURL(/from=2026-01-05/);
    await page.reload();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  });

  await test.step('saved as filtered', async () => {
    for (const [button, file] of [
      ['Save as CSV', 'csv'],
      ['Save as NDJSON', 'ndjson'],
    ] as const) {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(new RegExp(`^audit-.+\\.${file}$`));
      const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\n');
      expect(lines).toHaveLength(file === 'csv' ? 2 : 1);
      expect(lines.at(-1)).toContain('iam:UpdateTag');
    }
  });

  await test.step('on a phone, a change that somebody makes meanwhile appears', async () => {
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await beyondTheEdge(page)).toEqual([]);
    await createTag(company, 'Made meanwhile');
    await expect(page.getByRole('listitem').filter({ hasText: 'Tag · Made meanwhile' })).toBeVisible();
  });

  await test.step('nothing matches', async () => {
    await page.goto('/iam/audit?action=iam:CreateWebhook');
    await expect(page.getByText('No entry matches these filters.')).toBeVisible();
  });
});

test('provider staff read the log of every account', async ({ open }) => {
  const name = `Logged ${unique()}`;
  await (await rootApi()).send(calls.createAccount, { body: { name } });
  const page = await open(await demoPerson('Root Administrator', 'provider'), '/iam/audit');
  await page.getByLabel('All accounts').check();
  await expect(page).toHaveURL(/everyone=true/);
  await expect(page.getByRole('listitem').filter({ hasText: `Account · ${name}` })).toBeVisible();
});
