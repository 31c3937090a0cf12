import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testPassword } from '../../../test/app.ts';
import { waitingForLocks } from '../../../test/database/lock-waits.ts';
import { consume, lapse, openHeldLease, type TestLease } from '../../../test/licensing/leases.ts';
import { addApp } from '../../../test/sign-in/factors.ts';
import { signInAgain } from '../../../test/sign-in/sessions.ts';
import { serverCaller } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import { sweep } from '../../jobs/sweep.ts';
import { rotateKeys } from '../../operator/rotate-keys.ts';
import { issueActivationKey } from '../auth/links/activation-keys.ts';

const here = openHeldLease();

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(here.test.services.db, 'every account', work);
const row = () =>
  everywhere((tx) => tx.selectFrom('licenses').selectAll().where('id', '=', here.license.id).executeTakeFirstOrThrow());
const sessionsOf = (user: string) =>
  everywhere((tx) => tx.selectFrom('sessions').selectAll().where('user-id', '=', user).orderBy('created-on').execute());
const sessionOf = async (user: string) => (await sessionsOf(user)).at(-1)?.id ?? '';
const expire = (user: string) =>
  everywhere((tx) =>
    tx
      .updateTable('sessions')
      .set({ 'expires-on': sql<Date>`now() - interval '1 second'` })
      .where('user-id', '=', user)
      .execute(),
  );
const beat = (person = here.ugo, { id, epoch }: TestLease = here.lease, seq = 1) =>
  here.test.as(person, `POST /license/v1/leases/${id}/heartbeat`, { epoch, seq });

const signedOut = {
  'lease-state': 'releasing',
  'release-reason': 'session-ended',
  'release-message': 'You were signed out.',
};

/** Ways in which a session ends, and the expected row of the lease. */
const causes: Record<string, readonly [() => Promise<unknown>, object]> = {
  'its user signs out': [() => here.test.as(here.ugo, 'POST /auth/v1/logout'), signedOut],
  'its user ends it': [
    async () => here.test.as(here.ugo, `DELETE /iam/v1/users/${here.ugo.id}/sessions/${await sessionOf(here.ugo.id)}`),
    signedOut,
  ],
  'an administrator ends it': [
    async () => here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}/sessions/${await sessionOf(here.ugo.id)}`),
    signedOut,
  ],
  'its user changes the password': [
    () =>
      here.test.as(here.ugo, `PUT /iam/v1/users/${here.ugo.id}/password`, {
        'current-password': testPassword,
        'new-password': 'another long passphrase',
      }),
    signedOut,
  ],
  'its time is over': [() => expire(here.ugo.id).then(() => sweep(here.test.services)), signedOut],
  'its user is deactivated': [
    () => here.test.as(here.ada, `PUT /iam/v1/users/${here.ugo.id}/status`, { status: 'Inactive' }),
    { 'lease-state': 'releasing', 'release-reason': 'user-inactive' },
  ],
  'its user is deleted': [
    () => here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`),
    { 'lease-state': 'releasing', 'release-reason': 'user-deleted' },
  ],
  'its account is deactivated': [
    () => here.test.as(here.test.people.root, `PUT /admin/v1/accounts/${here.account}/status`, { status: 'Inactive' }),
    { 'lease-state': 'releasing', 'release-reason': 'account-inactive' },
  ],
};

describe('a lease ends with the session that consumed it', () => {
  it.each(Object.entries(causes))('when %s', async (_cause, [end, recorded]) => {
    expect(await row()).toMatchObject({ 'lease-state': 'active', 'session-id': await sessionOf(here.ugo.id) });
    const bo = await here.test.createPerson(here.account, 'Bo', null);
    await end();
    expect(await row()).toMatchObject(recorded);
    expect((await beat()).status).toBe(401);
    // No other user gets the seat while a lease token may be valid; users of an inactive account are not signed in.
    expect([409, 401]).toContain((await consume(here.test, bo, here.product)).status);
  });

  it('when its user’s factors are reset', async () => {
    await addApp(here.test, here.ugo);
    await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}/factors`);
    expect(await row()).toMatchObject(signedOut);
  });

  it('when its user answers a password reset', async () => {
    const key = await everywhere((tx) =>
      issueActivationKey(tx, {
        userId: here.ugo.id,
        accountId: here.account,
        purpose: 'reset',
        validDays: 1,
        mailed: true,
        issuedBy: null,
      }),
    );
    const reply = await here.test.as(null, 'POST /auth/v1/activate', {
      'activation-key': key,
      'new-password': 'another long passphrase',
    });
    expect(reply.status).toBe(200);
    expect(await row()).toMatchObject(signedOut);
  });

  it('and names the user who ended it in the audit log and to the client', async () => {
    await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}/sessions/${await sessionOf(here.ugo.id)}`);
    expect(await row()).toMatchObject({ 'release-by': here.ada.rn });
    const entries = await everywhere((tx) =>
      tx.selectFrom('audit').selectAll().where('resource', '=', here.license.rn).orderBy('seq', 'desc').execute(),
    );
    expect(entries[0]).toMatchObject({ action: 'license:ReleaseLicense', actor: { rn: here.ada.rn } });
    expect(entries[0]?.after).toMatchObject({ reason: 'session-ended' });
    const again = await signInAgain(here.test, here.ugo);
    expect((await beat(again)).body.problems?.[0]).toMatchObject({
      code: 'lease-released',
      reason: 'session-ended',
      message: 'You were signed out.',
      by: here.ada.rn,
    });
  });
});

describe('the seat of a session that has ended', () => {
  it('is freed by an acknowledgement with the lease’s own token', async () => {
    await here.test.as(here.ugo, 'POST /auth/v1/logout');
    const path = `POST /license/v1/leases/${here.lease.id}/ack` as const;
    expect((await here.test.as({ ...here.ugo, token: here.lease.token }, path, { epoch: 1 })).status).toBe(200);
    expect((await consume(here.test, here.ada, here.product)).status).toBe(201);
  });

  it('is freed without one only when the last token has expired, since a frozen client relies on it until then', async () => {
    const { 'expires-at': end } = await row();
    await here.test.as(here.ugo, 'POST /auth/v1/logout');
    expect((await row())['expires-at']).toEqual(end);
    expect((await consume(here.test, here.ada, here.product)).code).toBe('release-pending');
    await lapse(here.test, here.license.id);
    expect((await consume(here.test, here.ada, here.product)).status).toBe(201);
  });

  it('stays with a device that has checked it out', async () => {
    await here.test.as(here.ugo, `POST /license/v1/leases/${here.lease.id}/offline`, { epoch: 1, days: 3 });
    await here.test.as(here.ugo, 'POST /auth/v1/logout');
    expect(await row()).toMatchObject({ 'lease-state': 'offline', 'holder-id': here.ugo.id });
  });

  it('is free immediately if the lease has lapsed', async () => {
    await lapse(here.test, here.license.id);
    await here.test.as(here.ugo, 'POST /auth/v1/logout');
    expect(await row()).toMatchObject({ 'lease-state': 'free', 'holder-id': null });
  });
});

describe('a lease that another session of its holder has taken over', () => {
  it('belongs to the session that consumed it last', async () => {
    const again = await signInAgain(here.test, here.ugo);
    expect((await consume(here.test, again, here.product, { stream: 'run-2' })).status).toBe(200);
    await here.test.as(here.ugo, 'POST /auth/v1/logout');
    expect(await row()).toMatchObject({ 'lease-state': 'active' });
    await here.test.as(again, 'POST /auth/v1/logout');
    expect(await row()).toMatchObject(signedOut);
  });

  it('belongs to the session that keeps it alive', async () => {
    const again = await signInAgain(here.test, here.ugo);
    expect((await beat(again)).status).toBe(200);
    expect((await beat(again, here.lease, 2)).status).toBe(200);
    await here.test.as(here.ugo, 'POST /auth/v1/logout');
    expect(await row()).toMatchObject({ 'lease-state': 'active', 'heartbeat-seq': 2 });
    await here.test.as(again, 'POST /auth/v1/logout');
    expect(await row()).toMatchObject(signedOut);
  });

  it('keeps its session after a heartbeat of another run or after a lapse', async () => {
    const again = await signInAgain(here.test, here.ugo);
    const stale = await beat(again, { ...here.lease, epoch: 7 });
    expect(stale.body.problems?.[0]?.code).toBe('epoch-stale');
    await lapse(here.test, here.license.id);
    expect((await beat(again)).body.problems?.[0]?.code).toBe('lease-lapsed');
    expect((await row())['session-id']).toBe((await sessionsOf(here.ugo.id))[0]?.id);
  });

  it('gets its session with the first heartbeat after an upgrade', async () => {
    await everywhere((tx) =>
      tx.updateTable('licenses').set({ 'session-id': null }).where('id', '=', here.license.id).execute(),
    );
    expect((await beat()).status).toBe(200);
    expect((await row())['session-id']).toBe(await sessionOf(here.ugo.id));
  });
});

describe('a session that ends during a call of its client', () => {
  const rounds = 12;
  const calls = {
    'a heartbeat': () => beat(),
    'a consume': () => consume(here.test, here.ugo, here.product, { stream: 'run-2' }),
    'a consume of another device': () => consume(here.test, here.ugo, here.product, { device: 'device-2' }),
  };

  it.each(Object.entries(calls))('leaves no lease active, whichever comes first: %s', async (_call, send) => {
    for (let round = 0; round < rounds; round += 1) {
      const ugo = await signInAgain(here.test, here.ugo);
      here.ugo = ugo;
      const taken = await consume(here.test, ugo, here.product, { stream: `round-${round}` });
      expect([200, 201]).toContain(taken.status);
      here.lease = taken.lease;
      const ended = (async () => {
        await new Promise((resolve) => setTimeout(resolve, round));
        return here.test.as(ugo, 'POST /auth/v1/logout');
      })();
      const [called, { status }] = await Promise.all([send(), ended]);
      expect(status).toBe(200);
      expect([200, 201, 401, 409]).toContain(called.status);
      expect(['releasing', 'free']).toContain((await row())['lease-state']);
      await lapse(here.test, here.license.id);
      await sweep(here.test.services);
      expect((await row())['lease-state']).toBe('free');
    }
  });

  it('waits for a concurrent consume, and releases its seat', async () => {
    await lapse(here.test, here.license.id);
    const again = await signInAgain(here.test, here.ugo);
    let both: Promise<unknown> = Promise.resolve();
    await everywhere(async (tx) => {
      await tx.selectFrom('licenses').select('id').where('id', '=', here.license.id).forUpdate().execute();
      const consuming = consume(here.test, again, here.product, { stream: 'run-2' });
      await waitingForLocks(here.test);
      const logout = here.test.as(again, 'POST /auth/v1/logout');
      both = Promise.all([consuming, logout]);
      await waitingForLocks(here.test, 2);
    });
    expect(await both).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await row()).toMatchObject(signedOut);
  });
});

it('finds expired sessions by an index', async () => {
  const plan = await everywhere(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`explain select id from sessions
      where "ended-on" is null and "expires-on" <= now() order by "expires-on" limit 500`.execute(tx);
  });
  expect(plan.rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('sessions-by-end');
});

it('releases every lease when all keys are replaced immediately', async () => {
  const { installation } = here.test.services;
  await rotateKeys(here.test.services, installation, serverCaller(installation), { atOnce: true });
  expect(await row()).toMatchObject(signedOut);
});
