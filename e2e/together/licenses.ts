import { calls, consumePolicy, consumersOf, type License } from '@keyhold/contract';
import { row, sent, toast } from '../browser/screen.ts';
import { rootApi } from '../fixtures/api.ts';
import { type Company, consume, engage, foundCompany, idOf, issueAddon, issueOne } from '../fixtures/company.ts';
import { demoPerson } from '../fixtures/people.ts';
import { expect } from '../test.ts';
import { insist, type Scene } from './stage.ts';

const pathOf = (license: License): RegExp => new RegExp(`/${idOf(license)}$`);
const root = () => demoPerson('Root Administrator', 'provider');
const params = (license: License) => ({ id: idOf(license) });

async function licenseOf(license: License): Promise<License> {
  return (await (await rootApi()).send(calls.getLicense, { params: params(license) })).item;
}

async function describe(license: License, description: string): Promise<void> {
  const { certificate } = await licenseOf(license);
  const body = { description, certificate };
  await (await rootApi()).send(calls.updateLicense, { params: params(license), body });
}

async function allow({ api }: Company, license: License, kind: 'Everyone' | 'No one'): Promise<void> {
  const body = { policies: [consumePolicy({ kind })] };
  await api.send(calls.setLicensePolicies, { params: params(license), body });
}

export const licenses: readonly Scene[] = [
  ...(['Suspended', 'Active'] as const).map((to): Scene => {
    const verb = to === 'Suspended' ? 'Suspend' : 'Resume';
    return {
      writes: ['updateLicenseStatus'],
      title: `${verb} a license that somebody else has just switched the same way`,
      kind: 'switch',
      play: async ({ open, meanwhile, mayBeStale }) => {
        const company = await foundCompany('Shared');
        const license = await issueOne(company.id);
        const set = async (status: 'Active' | 'Suspended') =>
          (await rootApi()).send(calls.updateLicenseStatus, { params: params(license), body: { status } });
        await set(to === 'Active' ? 'Suspended' : 'Active');
        mayBeStale(/\/status$/);
        const page = await open(await root(), `/licensing/licenses/${idOf(license)}`, company.id);
        const bodies = sent(page, 'PUT', /\/status$/);
        await page.getByRole('button', { name: `${verb} license` }).click();
        await meanwhile(page, pathOf(license), () => set(to));
        await insist(page, { name: verb, within: `${verb} license` }, 'License successfully updated');
        for (const body of bodies) expect(body).toEqual({ status: to });
        expect((await licenseOf(license)).status).toBe(to);
      },
    };
  }),
  {
    writes: ['updateLicense'],
    title: 'Describe a license whose consumers somebody else changes',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      mayBeStale(pathOf(license));
      const page = await open(await root(), `/licensing/licenses/${idOf(license)}`, company.id);
      await page.getByLabel('Description').fill('mine');
      await meanwhile(page, pathOf(license), () => allow(company, license, 'Everyone'));
      await insist(page, { name: 'Update' }, 'License successfully updated');
      const now = await licenseOf(license);
      expect(now.description).toBe('mine');
      expect(consumersOf(now.policies).kind).toBe('Everyone');
    },
  },
  {
    writes: ['updateLicenseTerms'],
    title: 'Let a license end at another time while somebody else describes it',
    kind: 'form',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      mayBeStale(/\/terms$/);
      const page = await open(await root(), `/licensing/licenses/${idOf(license)}`, company.id);
      await page.getByRole('button', { name: 'Change terms' }).click();
      await page.getByRole('radio', { name: 'Never' }).check();
      await meanwhile(page, pathOf(license), () => describe(license, 'theirs'));
      await insist(page, { name: 'Save', within: 'Change terms' }, 'License successfully updated');
      const now = await licenseOf(license);
      expect(now.description).toBe('theirs');
      expect(now.certificate.expiry.perpetual).toBe(true);
    },
  },
  {
    writes: ['voidLicense'],
    title: 'Void a license that somebody else has just described',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale, mayBeGone }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      mayBeStale(pathOf(license));
      // The news of the void may be faster than its reply.
      mayBeGone(pathOf(license));
      const page = await open(await root(), `/licensing/licenses/${idOf(license)}`, company.id);
      await page.getByRole('button', { name: 'Void license' }).click();
      await meanwhile(page, pathOf(license), () => describe(license, 'In use'));
      const question = page.getByRole('dialog', { name: 'Void license' });
      await question.getByRole('button', { name: 'Void', exact: true }).click();
      await expect(question).toContainText('In use');
      await question.getByRole('button', { name: 'Void', exact: true }).click();
      await expect(toast(page, `License ${idOf(license)} voided`)).toBeVisible();
    },
  },
  {
    writes: ['voidAddonLicense'],
    title: 'Void an addon that somebody else has just assigned to a license',
    kind: 'deletion',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      const addon = await issueAddon(company.id);
      mayBeStale(new RegExp(`/addon-licenses/${idOf(addon)}$`));
      const page = await open(await root(), '/licensing/unassignedAddons', company.id);
      await page.getByRole('button', { name: `Void ${idOf(addon)}` }).click();
      await meanwhile(page, /\/addon-licenses$/, () =>
        company.api.send(calls.addLicenseAddon, { params: params(license), body: { addon: addon.rn } }),
      );
      await insist(page, { name: 'Void', within: 'Void addon' }, `Addon ${idOf(addon)} voided`);
      expect((await licenseOf(license)).addons).toEqual([]);
    },
  },
  {
    writes: ['setLicensePolicies'],
    title: 'Choose consumers while somebody else chooses others',
    kind: 'set',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      const { user } = await engage(company.id);
      mayBeStale(/\/policies$/);
      const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
      await page.getByRole('radio', { name: 'Everyone' }).check();
      const kept = { name: 'Another policy', statements: [] };
      await meanwhile(page, pathOf(license), () =>
        company.api.send(calls.setLicensePolicies, {
          params: params(license),
          body: { policies: [kept, consumePolicy({ kind: 'User', user: user.rn })] },
        }),
      );
      // The chosen value stays; the other user's is shown before it is replaced.
      await expect(page.getByRole('radio', { name: 'Everyone' })).toBeChecked();
      await page.getByRole('button', { name: 'Update consumers' }).click();
      const question = page.getByRole('dialog', { name: 'Update consumers' });
      await question.getByRole('button', { name: 'Update' }).click();
      const told = question.getByRole('listitem').filter({ hasText: user.email });
      const done = toast(page, 'License successfully updated');
      await expect(told.or(done).first()).toBeVisible();
      if (!(await done.isVisible())) await question.getByRole('button', { name: 'Update' }).click();
      await expect(done).toBeVisible();
      const now = await licenseOf(license);
      expect(consumersOf(now.policies).kind).toBe('Everyone');
      expect(now.policies).toContainEqual(kept);
    },
  },
  {
    writes: ['unassignLicense'],
    title: 'Release a license that somebody else holds by then',
    kind: 'release',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      await allow(company, license, 'Everyone');
      const [first, second] = [await engage(company.id), await engage(company.id)];
      await consume(first, license);
      mayBeStale(/\/unassign$/);
      const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=consumers`);
      await page.getByRole('button', { name: 'Release license' }).click();
      const question = page.getByRole('dialog', { name: 'Release license' });
      await meanwhile(page, pathOf(license), async () => {
        await company.api.send(calls.unassignLicense, { params: params(license), body: { mode: 'now' } });
        await consume(second, license);
      });
      await question.getByRole('button', { name: 'Release' }).click();
      await expect(question).toContainText('Somebody else uses this license by now.');
      expect((await licenseOf(license)).state.user).toBe(second.user.rn);
      await question.getByRole('button', { name: 'Release' }).click();
      await expect(toast(page, 'License successfully released')).toBeVisible();
    },
  },
  {
    writes: ['updateAddonLicense'],
    title: 'Change an addon that somebody else assigns to a license',
    kind: 'set',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      const addon = await issueAddon(company.id);
      const path = new RegExp(`/addon-licenses/${idOf(addon)}$`);
      mayBeStale(path);
      const page = await open(await root(), '/licensing/unassignedAddons', company.id);
      await page.getByRole('button', { name: `Change ${idOf(addon)}` }).click();
      await page.getByRole('dialog').getByLabel('Order reference').fill('PO-2026-1187');
      await meanwhile(page, path, () =>
        company.api.send(calls.addLicenseAddon, { params: params(license), body: { addon: addon.rn } }),
      );
      await insist(page, { name: 'Update', within: 'Change addon' }, 'Addon successfully updated');
      const now = await company.api.send(calls.getAddonLicense, { params: { id: idOf(addon) } });
      expect(now.item).toMatchObject({ license: license.rn, 'order-reference': 'PO-2026-1187' });
    },
  },
  {
    writes: ['removeLicenseAddon'],
    title: 'Take an addon from a license that somebody else has just changed',
    kind: 'set',
    play: async ({ open, meanwhile, mayBeStale }) => {
      const company = await foundCompany('Shared');
      const license = await issueOne(company.id);
      const addon = await issueAddon(company.id);
      await company.api.send(calls.addLicenseAddon, { params: params(license), body: { addon: addon.rn } });
      mayBeStale(/\/addons\//);
      const page = await open(company.administrator, `/licensing/licenses/${idOf(license)}?tab=addons`);
      await row(page, idOf(addon)).getByRole('button', { name: 'Unassign' }).click();
      await meanwhile(page, pathOf(license), () => describe(license, 'theirs'));
      await insist(page, { name: 'Unassign', within: 'Unassign addon' }, 'Addon successfully unassigned from license');
      const now = await licenseOf(license);
      expect(now).toMatchObject({ addons: [], description: 'theirs' });
    },
  },
];
