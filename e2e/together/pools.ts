import { calls, type Pool, type PoolRules } from '@keyhold/contract';
import { toast } from '../browser/screen.ts';
import { type Company, createPool, foundCompany, idOf } from '../fixtures/company.ts';
import { expect } from '../test.ts';
import { insist, type Scene } from './stage.ts';

const params = (pool: Pool) => ({ id: idOf(pool) });
const pathOf = (pool: Pool): RegExp => new RegExp(`/pools/${idOf(pool)}$`);
const poolOf = async ({ api }: Company, pool: Pool) => (await api.send(calls.getPool, { params: params(pool) })).item;

async function allowOnePerPerson({ api }: Company, pool: Pool): Promise<void> {
  const body: Partial<PoolRules> = { 'per-user': 1 };
  await api.send(calls.setPoolRules, { params: params(pool), body });
}

/** Two administrators who work on one pool. */
export const pools: readonly Scene[] = [
  {
    writes: ['updatePool'],
    title: 'Describe a pool while somebody else changes its rules',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const pool = await createPool(company);
      mayBeStale(pathOf(pool));
      const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}?tab=details`);
      await page.getByLabel('Description').fill('mine');
      await meanwhile(page, pathOf(pool), () => allowOnePerPerson(company, pool));
      await insist(page, { name: 'Update' }, 'Pool successfully updated');
      expect(await poolOf(company, pool)).toMatchObject({ description: 'mine', rules: { 'per-user': 1 } });
    },
  },
  {
    writes: ['setPoolRules'],
    title: 'Set a rule of a pool while somebody else sets another',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const pool = await createPool(company);
      mayBeStale(/\/rules$/);
      const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}?tab=rules`);
      await page.getByLabel('Minutes until an idle seat').fill('15');
      await meanwhile(page, pathOf(pool), () => allowOnePerPerson(company, pool));
      await insist(page, { name: 'Save rules' }, 'Pool successfully updated');
      expect((await poolOf(company, pool)).rules).toMatchObject({ 'per-user': 1, 'idle-minutes': 15 });
    },
  },
  {
    writes: ['setPoolPolicies'],
    title: 'Open a pool to everyone while somebody else describes it',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const pool = await createPool(company);
      mayBeStale(/\/policies$/);
      const page = await open(company.administrator, `/licensing/pools/${idOf(pool)}?tab=consumers`);
      await page.getByRole('radio', { name: 'Everyone' }).check();
      const body = { name: pool.name, description: 'theirs' };
      await meanwhile(page, pathOf(pool), () => company.api.send(calls.updatePool, { params: params(pool), body }));
      await insist(page, { name: 'Update consumers' }, 'Pool successfully updated');
      const now = await poolOf(company, pool);
      expect(now.description).toBe('theirs');
      expect(now.policies[0]?.statements[0]?.conditions).toMatchObject([{ tags: [] }]);
    },
  },
  {
    writes: ['deletePool'],
    title: 'Delete a pool that somebody else has just described',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale, mayBeGone }) => {
      const company = await foundCompany('Shared');
      const pool = await createPool(company);
      mayBeStale(pathOf(pool));
      // The news of the deletion may be faster than its reply.
      mayBeGone(pathOf(pool));
      mayBeGone(/\/v1\/licenses$/);
      const page = await open(company.administrator, '/licensing/pools');
      await page.getByRole('button', { name: `Delete ${pool.name}` }).click();
      const question = page.getByRole('dialog', { name: 'Delete pool' });
      const body = { name: pool.name, description: 'In use' };
      await meanwhile(page, /\/pools$/, () => company.api.send(calls.updatePool, { params: params(pool), body }));
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toContainText('In use');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(toast(page, 'Pool successfully deleted')).toBeVisible();
    },
  },
];
