import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest } from '../../../test/licensing/leases.ts';
import { inTransaction } from '../../db/database.ts';
import { catalogueRnOf } from '../../installation.ts';

const here = openLeaseTest();
let made = 0;

async function createAddon(id: string): Promise<string> {
  await inTransaction(here.test.services.db, 'every account', (tx) =>
    tx
      .insertInto('addons')
      .values({ id, name: id })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  );
  return catalogueRnOf(here.test.services.installation, 'addon', id);
}

async function createAddonLicense(addon: string, account = here.account): Promise<string> {
  made += 1;
  const id = `ADDON-${String(made).padStart(4, '0')}`;
  const row = { id, 'account-id': account, 'addon-id': addon, type: 'Trial' as const };
  await inTransaction(here.test.services.db, 'every account', (tx) =>
    tx.insertInto('addon-licenses').values(row).execute(),
  );
  return id;
}

const send = (what: 'addons' | 'restore' | 'status' | 'void', body: object, by = here.ada) =>
  here.test.as(by, `POST /license/v1/licenses/bulk/${what}`, { 'account-id': here.account, ...body });

async function addonsOf(id: string) {
  const { body } = await here.test.as(here.ada, `GET /license/v1/licenses/${id}`);
  return (body.item['addons'] as unknown as string[]).map((rn) => rn.split(':').at(-1));
}

const three = () => Promise.all([1, 2, 3].map(() => createLicense(here.test, here.account, everyone)));

describe('many licenses that were issued by mistake', () => {
  it('are voided by those who may void one, and restored with their consumers', async () => {
    const licenses = await three();
    const ids = licenses.map(({ id }) => id);
    const [first = ''] = ids;
    const { lease } = await consume(here.test, here.ugo, here.product);
    const { system, accountAdmin } = here.test.people;
    for (const person of [here.ada, accountAdmin]) {
      for (const what of ['void', 'restore'] as const) expect((await send(what, { ids }, person)).status).toBe(403);
    }
    expect((await send('void', { search: first, count: 2 }, system)).status).toBe(412);
    expect((await send('void', { search: first, count: 1 }, system)).body).toMatchObject({ changed: 1, failures: [] });
    const rest = await send('void', { ids }, system);
    expect(rest.body).toMatchObject({ changed: 2, failures: [{ id: first, code: 'not-found' }] });
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'license-voided' });
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('not-eligible');

    expect((await send('restore', {}, system)).status).toBe(400);
    expect((await send('restore', { ids: [...ids, 'NOTHING'] }, system)).body).toMatchObject({
      changed: 3,
      failures: [{ id: 'NOTHING', code: 'not-found' }],
    });
    expect((await send('restore', { ids }, system)).body).toMatchObject({ changed: 0, unchanged: 3, failures: [] });
    expect((await consume(here.test, here.ugo, here.product)).status).toBe(201);
  });
});

describe('the status of many licenses', () => {
  it('is set by provider staff, and logs the holders of suspended ones off', async () => {
    const licenses = await three();
    const ids = licenses.map(({ id }) => id);
    const { lease } = await consume(here.test, here.ugo, here.product);
    expect((await send('status', { ids, status: 'Suspended' })).status).toBe(403);
    const { system } = here.test.people;
    expect((await send('status', { ids: ids.slice(1), status: 'Suspended' }, system)).body).toMatchObject({
      changed: 2,
    });
    expect((await send('status', { ids, status: 'Suspended' }, system)).body).toMatchObject({
      changed: 1,
      unchanged: 2,
    });
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.body.problems?.[0]?.code).toBe('lease-released');
    expect((await send('status', { ids, status: 'Active' }, system)).body).toMatchObject({ changed: 3, failures: [] });
    expect((await send('status', { ids, status: 'Expired' }, system)).body.problems).toMatchObject([
      { path: 'status' },
    ]);
  });
});

describe('the addons of many licenses', () => {
  it('are taken from the unassigned ones of the account, until none is left', async () => {
    const [colour, cut] = [await createAddon('colour'), await createAddon('cut')];
    const [one, two] = [await createAddonLicense('colour'), await createAddonLicense('colour')];
    await createAddonLicense('colour', here.test.accounts.birch);
    const knives = await createAddonLicense('cut');
    const [first, second, third] = (await three()).map(({ id }) => id) as [string, string, string];
    const ids = [first, second, third];
    const left = await send('addons', { ids, add: [colour] });
    expect(left.body).toMatchObject({
      changed: 2,
      unchanged: 0,
      failures: [
        {
          id: third,
          code: 'none-left',
          message: 'No unassigned license of the addon colour is left. Issue more, or unassign one elsewhere.',
        },
      ],
    });
    expect(await Promise.all(ids.map(addonsOf))).toEqual([[one], [two], []]);
    // A license gets all of the addons or none.
    const both = await send('addons', { ids: [first, third], add: [cut, colour] });
    expect(both.body).toMatchObject({ changed: 1, failures: [{ id: third, code: 'none-left' }] });
    expect(await Promise.all(ids.map(addonsOf))).toEqual([[one, knives].sort(), [two], []]);
    const moved = await send('addons', { ids: [first, second], add: [cut], remove: [colour] });
    expect(moved.body).toMatchObject({ changed: 1, failures: [{ id: second, code: 'none-left' }] });
    expect(await Promise.all(ids.map(addonsOf))).toEqual([[knives], [two], []]);
    expect((await send('addons', { ids: [third], add: [colour] })).body).toMatchObject({ changed: 1 });
    expect((await send('addons', { ids: [third], add: [colour] })).body).toMatchObject({ unchanged: 1 });
    const unknown = await send('addons', { ids, add: [colour], remove: [here.product] });
    expect([unknown.status, unknown.body.problems?.[0]?.path]).toEqual([400, 'remove.0']);
  });

  it('are never assigned to two licenses', async () => {
    const colour = await createAddon('colour');
    for (let count = 0; count < 2; count += 1) await createAddonLicense('colour');
    const licenses = await three();
    const replies = await Promise.all(licenses.map(({ id }) => send('addons', { ids: [id], add: [colour] })));
    expect(replies.map(({ body }) => (body as unknown as { changed: number }).changed).toSorted()).toEqual([0, 1, 1]);
  });
});
