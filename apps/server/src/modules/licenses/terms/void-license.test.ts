import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

const here = openLeaseTest();
const admin = '/license/v1/admin';

const voiding = (id: string, by = here.test.people.system) => here.test.as(by, `DELETE ${admin}/licenses/${id}`);
const restoring = (id: string, by = here.test.people.system) =>
  here.test.as(by, `POST ${admin}/licenses/${id}/restore`);
const read = (id: string) => here.test.as(here.ada, `GET /license/v1/licenses/${id}`);

async function createAddonLicense(on: string | null): Promise<string> {
  const id = `VOID-${Math.random().toString(36).slice(2)}`;
  await inTransaction(here.test.services.db, 'every account', async (tx) => {
    await tx
      .insertInto('addons')
      .values({ id: 'colour', name: 'Colour' })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await tx
      .insertInto('addon-licenses')
      .values({ id, 'account-id': here.account, 'addon-id': 'colour', type: 'Trial', 'license-id': on })
      .execute();
  });
  return id;
}
const addonOf = async (id: string) => (await here.test.as(here.ada, `GET /license/v1/addon-licenses/${id}`)).body.item;

describe('a license that was issued by mistake', () => {
  it('is voided by system and root administrators alone, and its holder is logged off', async () => {
    const { id } = await createLicense(here.test, here.account, everyone);
    const addon = await createAddonLicense(id);
    const { lease } = await consume(here.test, here.ugo, here.product);
    for (const person of [here.ada, here.test.people.accountAdmin]) {
      expect([(await voiding(id, person)).status, (await restoring(id, person)).status]).toEqual([403, 403]);
    }
    expect((await voiding(id)).status).toBe(200);
    expect((await read(id)).status).toBe(404);
    expect((await voiding(id)).status).toBe(404);
    expect((await addonOf(addon))['license']).toBeNull();
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.body.problems).toMatchObject([{ code: 'lease-released', reason: 'license-voided' }]);
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('not-eligible');
  });

  it('is restored with its consumers and nobody holding it', async () => {
    const { id } = await createLicense(here.test, here.account, everyone);
    const policies = (await read(id)).body.item['policies'];
    const { lease } = await consume(here.test, here.ugo, here.product);
    await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 5 });
    expect((await voiding(id, here.test.people.root)).status).toBe(200);
    const restored = await restoring(id, here.test.people.root);
    expect(restored.body.item).toMatchObject({ policies, status: 'Active', state: { user: null }, addons: [] });
    expect((await read(id)).body.item).toEqual(restored.body.item);
    expect((await restoring(id)).body.item).toEqual(restored.body.item);
    expect((await consume(here.test, here.ada, here.product)).status).toBe(201);
    expect((await restoring('NOTHING')).status).toBe(404);
  });
});

describe('an add-on license that was issued by mistake', () => {
  it('is voided and restored without its license', async () => {
    const { id } = await createLicense(here.test, here.account, everyone);
    const addon = await createAddonLicense(id);
    const path = `${admin}/addon-licenses/${addon}` as const;
    expect((await here.test.as(here.ada, `DELETE ${path}`)).status).toBe(403);
    expect((await here.test.as(here.test.people.system, `DELETE ${path}`)).status).toBe(200);
    expect((await read(id)).body.item['addons']).toEqual([]);
    expect((await here.test.as(here.test.people.system, `DELETE ${path}`)).status).toBe(404);
    const restored = await here.test.as(here.test.people.system, `POST ${path}/restore`);
    expect(restored.body.item).toMatchObject({ license: null });
    expect(await addonOf(addon)).toEqual(restored.body.item);
  });
});
