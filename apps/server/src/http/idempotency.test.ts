import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const create = (name: string, key: string, person = test.people.acmeAdmin) =>
  test.as(person, 'POST /iam/v1/tags', { name, 'account-id': person.accountId }, { 'idempotency-key': key });

describe('a POST with an Idempotency-Key', () => {
  it('happens once and is answered the same each time', async () => {
    const first = await create('Once', 'key-1');
    const again = await create('Once', 'key-1');
    expect(again.body).toEqual(first.body);
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
  });

  it('happens once, also when it arrives many times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create('Crowd', 'key-crowd')));
    expect(new Set(replies.map((reply) => reply.body.item?.rn)).size).toBe(1);
    expect(replies.every((reply) => reply.status === 201)).toBe(true);
  });

  it('is refused with another body, and free for another caller', async () => {
    await create('Mine', 'key-2');
    const other = await create('Different', 'key-2');
    expect([other.status, other.body.problems?.[0]?.code]).toEqual([409, 'idempotency-key-used']);
    expect((await create('Mine', 'key-2', test.people.birchAdmin)).status).toBe(201);
  });

  it('leaves its key free when it fails', async () => {
    expect((await create(' ', 'key-3')).status).toBe(400);
    expect((await create('Once', 'key-3')).status).toBe(409);
    expect((await create('After failing', 'key-3')).status).toBe(201);
  });

  it('forgets after a day', async () => {
    await create('Old', 'key-4');
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update "idempotency-keys" set "created-on" = now() - interval '25 hours'`.execute(tx),
    );
    expect((await create('New', 'key-4')).status).toBe(201);
  });

  it('keeps neither the key nor an activation key in clear', async () => {
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
