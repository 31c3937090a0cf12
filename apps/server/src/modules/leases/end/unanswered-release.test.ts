import { describe, expect, it } from 'vitest';
import { consume, lapse, openHeldLease } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { purge } from '../../../jobs/purge.ts';
import { sweep } from '../../../jobs/sweep.ts';

const here = openHeldLease();

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(here.test.services.db, 'every account', work);
const row = () =>
  everywhere((tx) => tx.selectFrom('licenses').selectAll().where('id', '=', here.license.id).executeTakeFirst());

describe('a release that is not acknowledged', () => {
  it('ends when its last token has expired, and the purge removes the deleted holder', async () => {
    expect((await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`)).status).toBe(200);
    await sweep(here.test.services);
    expect(await row()).toMatchObject({ 'lease-state': 'releasing', 'holder-id': here.ugo.id });
    await lapse(here.test, here.license.id);
    await sweep(here.test.services);
    expect(await row()).toMatchObject({ 'lease-state': 'free', 'lease-id': null, 'holder-id': null });

    const long = new Date(Date.now() - 40 * 86_400_000);
    await everywhere(async (tx) => {
      await tx.updateTable('users').set({ 'deleted-on': long }).where('id', '=', here.ugo.id).execute();
      await tx.updateTable('licenses').set({ 'deleted-on': long }).where('id', '=', here.license.id).execute();
    });
    await purge(here.test.services.db, 30);
    expect(await row()).toBeUndefined();
    expect(
      await everywhere((tx) => tx.selectFrom('users').select('id').where('id', '=', here.ugo.id).execute()),
    ).toEqual([]);
  });

  it('still reports the reason to a client that asks late', async () => {
    await here.test.as(here.ada, `POST /license/v1/licenses/${here.license.id}/unassign`, {});
    await lapse(here.test, here.license.id);
    await sweep(here.test.services);
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${here.lease.id}/heartbeat`, {
      epoch: 1,
      seq: 1,
    });
    expect(beat.body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'released', by: here.ada.rn });
    const acknowledged = await here.test.as(here.ugo, `POST /license/v1/leases/${here.lease.id}/ack`, { epoch: 1 });
    expect(acknowledged.status).toBe(200);
  });

  const unassign = async (body: object) =>
    expect((await here.test.as(here.ada, `POST /license/v1/licenses/${here.license.id}/unassign`, body)).status).toBe(
      200,
    );
  const about = async (what: string, body: object = {}) =>
    (await here.test.as(here.ugo, `POST /license/v1/leases/${here.lease.id}/${what}`, { epoch: 1, ...body })).body
      .problems?.[0];
  const release = () => ({ code: 'lease-released', reason: 'released', by: here.ada.rn });

  it('reports the reason to its client when the seat was freed immediately', async () => {
    await unassign({ mode: 'now' });
    expect(await about('heartbeat', { seq: 1 })).toMatchObject(release());
    const wait = await here.test.as(here.ugo, `GET /license/v1/leases/${here.lease.id}/wait?epoch=1&timeout=5`);
    expect(wait.body.items).toMatchObject([
      { event: 'state', data: { state: 'free' } },
      { event: 'released', data: { reason: 'released', by: here.ada.rn } },
    ]);
  });

  it('reports the reason to its client when the seat was freed from offline use', async () => {
    expect(await about('offline', { days: 2 })).toBeUndefined();
    await unassign({ mode: 'now' });
    expect(await about('heartbeat', { seq: 1 })).toMatchObject(release());
  });

  it('reports the reason to its client even if another user has the seat, or had it since', async () => {
    await unassign({ mode: 'now' });
    const bo = await here.test.createPerson(here.account, 'Bo', null);
    const theirs = await consume(here.test, bo, here.product, { device: 'another' });
    expect(theirs.lease.license).toBe(here.license.rn);
    expect(await about('heartbeat', { seq: 1 })).toMatchObject(release());
    await here.test.as(bo, `DELETE /license/v1/leases/${theirs.lease.id}?epoch=${theirs.lease.epoch}`);
    expect(await about('heartbeat', { seq: 1 })).toMatchObject(release());
  });

  it('is not reported for a lease that had lapsed before', async () => {
    await lapse(here.test, here.license.id);
    await unassign({});
    expect(await about('heartbeat', { seq: 1 })).toMatchObject({ code: 'lease-lapsed' });
  });
});
