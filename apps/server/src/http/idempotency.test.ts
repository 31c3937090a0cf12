import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../test/app.ts';
import { consumeBody, createLicense, createProduct, everyone, type TestLease } from '../../test/licensing/leases.ts';
import { inTransaction } from '../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const create = (name: string, key: string, person = test.people.acmeAdmin) =>
  test.as(person, 'POST /iam/v1/tags', { name, 'account-id': person.accountId }, { 'idempotency-key': key });

describe('a POST with an Idempotency-Key', () => {
  it('is executed once and gets the same reply each time', async () => {
    const first = await create('Once', 'key-1');
    const again = await create('Once', 'key-1');
    expect(again.body).toEqual(first.body);
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
  });

  it('is executed once when several copies arrive concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create('Crowd', 'key-crowd')));
    expect(new Set(replies.map((reply) => reply.body.item?.rn)).size).toBe(1);
    expect(replies.every((reply) => reply.status === 201)).toBe(true);
  });

  it('ignores the order of object keys, but not of list items', async () => {
    const { root } = test.people;
    const fields = { expiry: { perpetual: false, date: null, period: 30 }, count: 2, type: 'Trial' };
    const product = await createProduct(test);
    const send = (body: object) =>
      test.as(root, 'POST /license/v1/admin/licenses', body, { 'idempotency-key': 'key-order' });
    const first = await send({ ...fields, product, 'account-id': test.accounts.acme });
    const { perpetual, date, period } = fields.expiry;
    const again = await send({
      'account-id': test.accounts.acme,
      product,
      type: 'Trial',
      count: 2,
      expiry: { period, date, perpetual },
    });
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    const { acmeAdmin } = test.people;
    const hook = (events: string[]) =>
      test.as(
        acmeAdmin,
        'POST /iam/v1/webhooks',
        { url: 'https://hooks.example/a', events, 'account-id': acmeAdmin.accountId },
        { 'idempotency-key': 'key-list' },
      );
    expect((await hook(['license.consumed', 'license.lapsed'])).status).toBe(201);
    expect((await hook(['license.lapsed', 'license.consumed'])).status).toBe(409);
  });

  it('gets the reply that a server of version 1.0 has stored, which hashed the body as it was sent', async () => {
    const first = await create('Older', 'key-older');
    const body = { name: 'Older', 'account-id': test.people.acmeAdmin.accountId };
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update "idempotency-keys" set "request-hash" = sha256(convert_to(${`POST /iam/v1/tags\n${JSON.stringify(body)}`}, 'utf8'))
        where "key-hash" = sha256('key-older')`.execute(tx),
    );
    const again = await create('Older', 'key-older');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await create('Newer', 'key-older')).status).toBe(409);
  });

  it('is refused with another body, while the key stays free for another caller', async () => {
    await create('Mine', 'key-2');
    const other = await create('Different', 'key-2');
    expect([other.status, other.body.problems?.[0]?.code]).toEqual([409, 'idempotency-key-used']);
    expect((await create('Mine', 'key-2', test.people.birchAdmin)).status).toBe(201);
  });

  it('releases its key when it fails', async () => {
    expect((await create(' ', 'key-3')).status).toBe(400);
    expect((await create('Once', 'key-3')).status).toBe(409);
    expect((await create('After failing', 'key-3')).status).toBe(201);
  });

  it('forgets its key after a day', async () => {
    await create('Old', 'key-4');
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update "idempotency-keys" set "created-on" = now() - interval '25 hours'`.execute(tx),
    );
    expect((await create('New', 'key-4')).status).toBe(201);
  });

  it('stores neither its key nor an activation key in plain text', async () => {
    const { acmeAdmin } = test.people;
    const user = await test.as(acmeAdmin, 'POST /iam/v1/users', {
      email: 'sealed@acme.example',
      'first-name': 'S',
      'last-name': 'D',
      'account-id': acmeAdmin.accountId,
    });
    const body = { user: user.body.resources[0]?.rn, sendEmail: false, validDays: 30 };
    const key = { 'idempotency-key': 'a-very-secret-key' };
    const first = await test.as(acmeAdmin, 'POST /auth/v1/activationLink', body, key);
    const again = await test.as(acmeAdmin, 'POST /auth/v1/activationLink', body, key);
    expect(again.body.activationKey).toBe(first.body.activationKey);
    const { rows } = await inTransaction(test.services.db, 'every account', (tx) =>
      sql`select encode(reply, 'escape') as reply, encode("key-hash", 'escape') as hash from "idempotency-keys"`.execute(
        tx,
      ),
    );
    expect(JSON.stringify(rows)).not.toContain(first.body.activationKey);
    expect(JSON.stringify(rows)).not.toContain('a-very-secret-key');
  });
});

describe('an Idempotency-Key of a call with several transactions', () => {
  let product: string;
  beforeAll(async () => {
    product = await createProduct(test);
    for (let each = 0; each < 9; each += 1) await createLicense(test, test.accounts.acme, everyone);
  });

  const person = () => test.people.acmeUser;
  const consume = (key: string, device: string, stream = 'run-1') =>
    test.as(person(), 'POST /license/v1/leases', consumeBody(product, { device, stream }), { 'idempotency-key': key });
  const checkIn = (lease: TestLease) => test.as(person(), `DELETE /license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
  /** The reply to a call that, at its second poll, has been waiting for a minute. */
  async function afterLong<Reply>(call: () => Promise<Reply>): Promise<Reply> {
    const now = performance.now.bind(performance);
    const begun = now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (now() - begun > 1000 ? 60_000 : 0));
    return call().finally(() => clock.mockRestore());
  }
  const failing = (key: string) => {
    const strange = { ...consumeBody(product), product: product.replace('studio', 'none') };
    return test.as(person(), 'POST /license/v1/leases', strange, { 'idempotency-key': key });
  };
  const leaseOf = ({ body }: { body: { lease: unknown } }) => body.lease as TestLease;

  it('replays the first reply, with its times reduced by its age', async () => {
    const first = await consume('lease-1', 'device-1');
    const again = await consume('lease-1', 'device-1');
    const [lease, repeated] = [leaseOf(first), leaseOf(again)];
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    expect(repeated['expires-in-ms']).toBeLessThan(lease['expires-in-ms']);
    expect(repeated['next-heartbeat-ms']).toBeLessThan(lease['next-heartbeat-ms']);
    const times = { 'expires-in-ms': 0, 'next-heartbeat-ms': 0 };
    expect({ ...again.body, lease: { ...repeated, ...times } }).toEqual({
      ...first.body,
      lease: { ...lease, ...times },
    });
    await checkIn(lease);
    await checkIn(leaseOf(await consume('lease-7', 'device-7')));
    // The replay does not take the seat again, and its times have run out.
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update "idempotency-keys" set "created-on" = "created-on" - interval '2 minutes'`.execute(tx),
    );
    expect(leaseOf(await consume('lease-1', 'device-1'))).toMatchObject({ id: lease.id, 'expires-in-ms': 0 });
  });

  it('is refused with another body, and released when the first request fails', async () => {
    const first = await consume('lease-2', 'device-2');
    expect((await consume('lease-2', 'device-2', 'run-2')).body.problems?.[0]?.code).toBe('idempotency-key-used');
    const used = await test.as(
      person(),
      `POST /license/v1/leases/${leaseOf(first).id}/heartbeat`,
      { epoch: 1, seq: 1 },
      { 'idempotency-key': 'lease-2' },
    );
    expect(used.body.problems?.[0]?.code).toBe('idempotency-key-used');
    await checkIn(leaseOf(first));
    expect((await failing('lease-3')).status).toBe(400);
    expect((await consume('lease-3', 'device-2')).status).toBe(201);
  });

  it('stays with its request when the outcome is unknown, and the same request finds out', async () => {
    const signing = vi.spyOn(test.services.keys, 'current').mockRejectedValueOnce(new Error('After the commit'));
    const unknown = await consume('lease-8', 'device-8');
    signing.mockRestore();
    expect([unknown.status, unknown.body.problems?.[0]?.code]).toEqual([503, 'outcome-unknown']);
    expect((await consume('lease-8', 'device-9')).body.problems?.[0]?.code).toBe('idempotency-key-used');
    const found = await consume('lease-8', 'device-8');
    expect([found.status, leaseOf(found).epoch]).toEqual([200, 1]);
    await checkIn(leaseOf(found));
    expect((await consume('lease-8', 'device-8')).headers['idempotency-replayed']).toBe('true');
  });

  it('executes the call once when several copies arrive concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => consume('lease-crowd', 'device-3')));
    expect(new Set(replies.map((reply) => leaseOf(reply).token)).size).toBe(1);
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201, 201]);
  });

  it('gets 409 while the first request is in progress, and is executed after its node has died', async () => {
    await consume('lease-5', 'device-5');
    const claimedFor = (span: string) =>
      inTransaction(test.services.db, 'every account', (tx) =>
        sql`update "idempotency-keys" set reply = null, "claimed-until" = now() + ${span}::interval
          where "claimed-until" is null and "key-hash" = sha256('lease-5')`.execute(tx),
      );
    await claimedFor('5 minutes');
    expect((await failing('lease-6')).status).toBe(400);
    const waiting = await afterLong(() => consume('lease-5', 'device-5'));
    expect([waiting.status, waiting.headers['retry-after']]).toEqual([409, '1']);
    expect(waiting.body.problems?.[0]?.code).toBe('idempotency-key-in-progress');
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update "idempotency-keys" set "claimed-until" = now() - interval '1 second' where "claimed-until" is not null`.execute(
        tx,
      ),
    );
    expect((await consume('lease-5', 'device-5')).status).toBe(200);
    expect((await consume('lease-5', 'device-5')).headers['idempotency-replayed']).toBe('true');
  });

  it('applies to bulk changes', async () => {
    const { acmeAdmin, acmeUser } = test.people;
    const tag = (await create('Bulk', 'bulk-tag')).body.item.rn;
    const give = () =>
      test.as(
        acmeAdmin,
        'POST /iam/v1/users/bulk/tags',
        { 'account-id': acmeAdmin.accountId, ids: [acmeUser.id], add: [tag] },
        { 'idempotency-key': 'bulk-1' },
      );
    expect((await give()).body).toMatchObject({ changed: 1, unchanged: 0 });
    expect((await give()).body).toMatchObject({ changed: 1, unchanged: 0 });
  });

  it('is ignored for unauthenticated calls', async () => {
    const signIn = (password: string) =>
      test.as(null, 'POST /auth/v1/authorize', { username: person().email, password }, { 'idempotency-key': 'in' });
    const [one, other] = [await signIn(testPassword), await signIn(testPassword)];
    expect([one.status, other.status, one.body.token === other.body.token]).toEqual([200, 200, false]);
    expect((await signIn('something else')).status).toBe(401);
  });
});
