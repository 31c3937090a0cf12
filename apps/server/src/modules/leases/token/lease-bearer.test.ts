import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openHeldLease, type TestLease } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

const here = openHeldLease();

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(here.test.services.db, 'every account', work);
const row = () =>
  everywhere((tx) => tx.selectFrom('licenses').selectAll().where('id', '=', here.license.id).executeTakeFirst());
const withToken = (token: string) => ({ ...here.ugo, token });

describe('the token of a lease', () => {
  it('acknowledges the release of a holder whose session has ended', async () => {
    await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`);
    const path = `POST /license/v1/leases/${here.lease.id}/ack` as const;
    expect((await here.test.as(here.ugo, path, { epoch: 1 })).status).toBe(401);
    expect((await here.test.as(withToken(here.lease.token), path, { epoch: 2 })).body.problems?.[0]?.code).toBe(
      'epoch-stale',
    );
    expect((await here.test.as(withToken(here.lease.token), path, { epoch: 1 })).status).toBe(200);
    expect((await row())?.['lease-state']).toBe('free');
    expect((await here.test.as(withToken(here.lease.token), path, { epoch: 1 })).status).toBe(200);
    const entry = await everywhere((tx) =>
      tx
        .selectFrom('audit')
        .selectAll()
        .where('resource', '=', here.license.rn)
        .orderBy('seq', 'desc')
        .executeTakeFirst(),
    );
    expect(entry).toMatchObject({
      action: 'license:AcknowledgeRelease',
      actor: { rn: here.ugo.rn, email: here.ugo.email },
    });
  });

  it('checks in a seat in use, and returns one that is checked out', async () => {
    const { token } = here.lease;
    expect((await here.test.as(withToken(token), `DELETE /license/v1/leases/${here.lease.id}?epoch=1`)).status).toBe(
      200,
    );
    expect((await row())?.['lease-state']).toBe('free');
    const next = (await consume(here.test, here.ugo, here.product)).lease;
    const offline = await here.test.as(here.ugo, `POST /license/v1/leases/${next.id}/offline`, { epoch: 2, days: 2 });
    const long = (offline.body['lease'] as unknown as TestLease).token;
    const giveBack = (bearer: string) =>
      here.test.as(withToken(bearer), `POST /license/v1/leases/${next.id}/return`, { epoch: 2 });
    // The offline token is the newest one of a seat that is checked out.
    expect((await giveBack(next.token)).status).toBe(401);
    expect((await giveBack(token)).status).not.toBe(200);
    expect((await giveBack(long)).status).toBe(200);
    expect((await row())?.['lease-state']).toBe('free');
  });

  it('must be of this run, and the newest or the one before, since the newest may have been lost', async () => {
    const again = (await consume(here.test, here.ugo, here.product, { stream: 'run-2' })).lease;
    const bearer = (token: string) =>
      here.test.as(withToken(token), `DELETE /license/v1/leases/${here.lease.id}?epoch=2`);
    expect((await bearer(here.lease.token)).body.problems?.[0]?.code).toBe('epoch-stale');
    for (const seq of [1, 2]) {
      await here.test.as(here.ugo, `POST /license/v1/leases/${here.lease.id}/heartbeat`, { epoch: 2, seq });
    }
    expect((await bearer(again.token)).status).toBe(401);
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${here.lease.id}/heartbeat`, {
      epoch: 2,
      seq: 3,
    });
    await here.test.as(here.ugo, `POST /license/v1/leases/${here.lease.id}/heartbeat`, { epoch: 2, seq: 4 });
    expect((await bearer((beat.body['lease'] as unknown as TestLease).token)).status).toBe(200);
  });

  it('gives no other access', async () => {
    await createLicense(here.test, here.account, everyone);
    const other = (await consume(here.test, here.ugo, here.product, { device: 'device-2' })).lease;
    const bo = await here.test.createPerson(here.account, 'Bo', null);
    await createLicense(here.test, here.account, everyone);
    const theirs = (await consume(here.test, bo, here.product, { device: 'device-3' })).lease;
    const person = withToken(here.lease.token);
    for (const { id } of [other, theirs]) {
      expect((await here.test.as(person, `DELETE /license/v1/leases/${id}?epoch=1`)).status).toBe(404);
      expect((await here.test.as(person, `POST /license/v1/leases/${id}/ack`, { epoch: 1 })).status).toBe(404);
    }
    for (const call of [
      `GET /iam/v1/users/${here.ugo.id}`,
      'GET /license/v1/licenses/consumable',
      `GET /license/v1/leases/${here.lease.id}/events`,
      `POST /license/v1/leases/${here.lease.id}/heartbeat`,
      `POST /license/v1/leases/${here.lease.id}/offline`,
    ] as const) {
      expect(
        (await here.test.as(person, call, call.startsWith('POST') ? { epoch: 1, seq: 1 } : undefined)).status,
      ).toBe(401);
    }
    const forged = `${here.lease.token.slice(0, -6)}AAAAAA`;
    expect((await here.test.as(withToken(forged), `DELETE /license/v1/leases/${here.lease.id}?epoch=1`)).status).toBe(
      401,
    );
    expect((await row())?.['lease-state']).toBe('active');
  });
});
