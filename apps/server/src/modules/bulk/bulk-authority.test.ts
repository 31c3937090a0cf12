import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { waitingForLocks } from '../../../test/database/lock-waits.ts';
import { openAccount } from '../../../test/licensing/leases.ts';
import { inTransaction } from '../../db/database.ts';

const many = 60;
/** The index of the user at which the bulk call waits until the test continues. */
const stop = 15;

let test: TestApp;
/** Locks a user's row, so that a bulk call waits for it. */
let rival: pg.Client;
let ada: Person;
let account: string;
let tag: string;
let ids: string[];

beforeAll(async () => {
  test = await createTestApp();
  rival = new pg.Client({ connectionString: test.connectionString });
  await rival.connect();
  await rival.query("set keyhold.account = '*'");
});
afterAll(async () => {
  await rival.end();
  await test.close();
});
beforeEach(async () => {
  ({ account, ada } = await openAccount(test));
  tag = (await test.as(ada, 'POST /iam/v1/tags', { name: 'Bulk', 'account-id': account })).body.item.rn;
  const rows = Array.from({ length: many }, (_, index) => ({
    'account-id': account,
    email: `bulk-${index}@${account}.example`,
    'first-name': 'Bulk',
    'last-name': String(index),
    status: 'Active' as const,
  }));
  ids = await inTransaction(test.services.db, 'every account', async (tx) =>
    (await tx.insertInto('users').values(rows).returning('id').execute()).map(({ id }) => id),
  );
});

/** Runs `then` while a call waits for the locked user. */
async function halfWay<Result>(call: () => Promise<Result>, then: () => Promise<unknown>): Promise<Result> {
  await rival.query('begin');
  await rival.query('select from users where id = $1 for update', [ids[stop]]);
  const called = call();
  await waitingForLocks(test);
  await then();
  await rival.query('commit');
  return called;
}

const give = () => test.as(ada, 'POST /iam/v1/users/bulk/tags', { 'account-id': account, ids, add: [tag] });

async function tagged(): Promise<number> {
  const { rows } = await rival.query<{ count: number }>(
    'select count(*)::int as count from "user-tags" where "account-id" = $1',
    [account],
  );
  return rows[0]?.count ?? 0;
}

interface Report {
  readonly changed: number;
  readonly unchanged: number;
  readonly failures: readonly { readonly id: string; readonly message: string }[];
}

describe('a bulk change', () => {
  it('stops when the session of its caller ends, and keeps and reports completed changes', async () => {
    const reply = await halfWay(give, () => test.as(ada, 'POST /auth/v1/logout'));
    const { changed, failures } = reply.body as unknown as Report;
    expect([reply.status, changed]).toEqual([200, await tagged()]);
    expect(changed).toBeGreaterThanOrEqual(stop);
    expect(changed).toBeLessThan(stop + 15);
    expect(failures.map(({ id }) => id)).toEqual(ids.slice(changed));
    expect(new Set(failures.map(({ message }) => message))).toEqual(new Set(['Authentication is required.']));
  });

  it('stops when its caller loses the right to make it', async () => {
    const takeRole = async () => {
      const [role] = (await test.as(ada, `GET /iam/v1/users/${ada.id}/roles`)).body.items;
      const path = `DELETE /iam/v1/users/${ada.id}/roles/${role?.rn.split(':').at(-1)}` as const;
      expect((await test.as(test.people.root, path)).status).toBe(200);
    };
    const { changed, failures } = (await halfWay(give, takeRole)).body as unknown as Report;
    expect(changed).toBe(await tagged());
    expect(changed).toBeLessThan(stop + 15);
    expect(failures).toHaveLength(many - changed);
    expect(failures[0]?.message).toBe("You don't have authorization for this action.");
  });

  it('stops when its caller disconnects', async () => {
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const gone = new AbortController();
    const request = () =>
      fetch(`${url}/iam/v1/users/bulk/tags`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ada.token}`,
          'content-type': 'application/json',
          'idempotency-key': account,
        },
        body: JSON.stringify({ 'account-id': account, ids, add: [tag] }),
        signal: gone.signal,
      }).catch(() => null);
    const connections = () =>
      new Promise<number>((resolve) => test.app.server.getConnections((_, count) => resolve(count)));
    await halfWay(request, async () => {
      gone.abort();
      while ((await connections()) > 0) await setImmediate();
    });
    const isWorkedOn = () =>
      inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .selectFrom('idempotency-keys')
          .select(sql`1`.as('one'))
          .where('caller-id', '=', ada.id)
          .where('reply', 'is', null)
          .executeTakeFirst(),
      );
    while (await isWorkedOn()) await setImmediate();
    expect(await tagged()).toBeLessThan(stop + 15);
    // Repeating the request completes the rest.
    const again = await test.as(
      ada,
      'POST /iam/v1/users/bulk/tags',
      { 'account-id': account, ids, add: [tag] },
      {
        'idempotency-key': account,
      },
    );
    expect(again.status).toBe(200);
    expect(await tagged()).toBe(many);
  });
});
