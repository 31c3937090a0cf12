import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import {
  consume,
  createLicense,
  createProduct,
  everyone,
  openAccount,
  studio,
  type TestLease,
} from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { sweep } from '../../../jobs/sweep.ts';
import { createMetrics } from '../../../metrics/metrics.ts';
import { seatChunk } from '../move-seats.ts';

let test: TestApp;
let product: string;
let account: string;
let ada: Person;
let ugo: Person;
let lease: TestLease;
const more = seatChunk + 5;

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ account, ada, ugo } = await openAccount(test));
  // The last by its key, which only the last chunk reaches.
  await createLicense(test, account, everyone, { id: `zzzz-${account}` });
  ({ lease } = await consume(test, ugo, product));
  await everywhere((tx) =>
    sql`with seats as (
        insert into licenses (id, "account-id", "product-id", type, "expiry-perpetual", policies, "lease-state", "lease-id",
          epoch, "holder-id", "leased-on", "expires-at", "device-id", "device-name")
        select ${account}::text || '-' || n, ${account}, ${studio}, 'Subscription', true, '[]', 'active', "new-id"(),
          1, ${ugo.id}, now(), now() + interval '1 hour', 'other-' || n, 'Desk'
        from generate_series(1, ${more}::int) as n returning *)
      insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "started-on")
      select "account-id", "product-id", id, "holder-id", "leased-on" from seats`.execute(tx),
  );
});

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);

async function statesOf(): Promise<Record<string, number>> {
  const rows = await everywhere((tx) =>
    tx
      .selectFrom('licenses')
      .select(['lease-state', sql<number>`count(*)::int`.as('count')])
      .where('account-id', '=', account)
      .groupBy('lease-state')
      .execute(),
  );
  return Object.fromEntries(rows.map((row) => [row['lease-state'], row.count]));
}

const setStatus = (status: 'Active' | 'Inactive') =>
  test.as(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status });
/** Reopens the user's sessions, like a new sign-in. */
const signInAgain = () =>
  everywhere((tx) => tx.updateTable('sessions').set({ 'ended-on': null }).where('user-id', '=', ugo.id).execute());
const measuredLeases = async () => {
  await everywhere((tx) => tx.updateTable('metrics-sample').set({ counted: null }).execute());
  const text = await createMetrics(test.services).read();
  const count = (state: string) =>
    Number(text.match(new RegExp(`^keyhold_leases\\{state="${state}"\\} (\\d+)`, 'm'))?.[1]);
  return { active: count('active'), releasing: count('releasing') };
};
const usedLicenses = async () => {
  const reply = await test.as(test.people.root, `GET /license/v1/admin/usage?account=${account}`);
  return (reply.body as unknown as { 'by-product': { 'in-use': number }[] })['by-product'][0]?.['in-use'];
};

describe('an account with very many seats in use', () => {
  it('ends them all at the commit of its deactivation, and records the releases in chunks', async () => {
    expect(await usedLicenses()).toBe(more + 1);
    const second = await openAccount(test);
    const elsewhere = await createLicense(test, second.account, everyone);
    await consume(test, second.ugo, product);
    expect((await setStatus('Inactive')).status).toBe(200);
    // A second account that ends as many.
    await everywhere((tx) =>
      sql`update accounts set ("leases-ended-on", "leases-ended") = (select "leases-ended-on", "leases-ended"
        from accounts where id = ${account}) where id = ${second.account}`.execute(tx),
    );
    expect(await statesOf()).toEqual({ active: more + 1 - seatChunk, releasing: seatChunk });
    // None of them counts as in use, although their rows do not record it yet.
    expect(await usedLicenses()).toBe(0);
    const shown = await test.as(
      test.people.root,
      `GET /license/v1/admin/licenses?account=${account}&limit=1000&sort=-name`,
    );
    const items = shown.body['items'] as unknown as { rn: string; state: { user: string | null } }[];
    expect(items.filter(({ state }) => state.user !== null)).toEqual([]);

    await sweep(test.services);
    expect(await statesOf()).toEqual({ releasing: more + 1 });
    const ofSecond = await everywhere((tx) =>
      tx.selectFrom('licenses').select('lease-state').where('id', '=', elsewhere.id).executeTakeFirst(),
    );
    expect(ofSecond).toEqual({ 'lease-state': 'releasing' });
    const entries = await everywhere((tx) =>
      tx
        .selectFrom('audit')
        .select(['resource', 'actor', 'after'])
        .where('account-id', '=', account)
        .where('action', '=', 'license:ReleaseLicense')
        .execute(),
    );
    expect(new Set(entries.map(({ resource }) => resource)).size).toBe(more + 1);
    expect(entries).toHaveLength(more + 1);
    expect(entries.at(-1)).toMatchObject({ actor: { rn: test.people.root.rn }, after: { reason: 'account-inactive' } });
    const open = await everywhere((tx) =>
      tx
        .selectFrom('license-uses')
        .select('id')
        .where('account-id', '=', account)
        .where('ended-on', 'is', null)
        .execute(),
    );
    expect(open).toEqual([]);
  });

  it('leaves no lease alive when it is activated again before the releases are recorded', async () => {
    await setStatus('Inactive');
    await setStatus('Active');
    await signInAgain();
    const beat = await test.as(ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'account-inactive' });
    const acknowledged = await test.as(ugo, `POST /license/v1/leases/${lease.id}/ack`, { epoch: 1 });
    expect(acknowledged.status).toBe(200);
    const next = await consume(test, ugo, product);
    expect([next.status, next.lease.license === lease.license]).toEqual([201, true]);
    expect(next.lease.id).not.toBe(lease.id);
    await sweep(test.services);
    expect(await statesOf()).toEqual({ active: 1, releasing: more });
    expect((await test.as(ada, 'GET /iam/v1/roles')).status).toBe(401);
  });

  it('shows none of them as in use in metrics and explanations', async () => {
    const before = await measuredLeases();
    await setStatus('Inactive');
    await setStatus('Active');
    await signInAgain();
    const explained = await test.as(ugo, `GET /license/v1/explain?license=${lease.license}`);
    expect(explained.body['item']).toMatchObject({
      verdict: 'deny',
      layer: 'seat',
      change: { kind: 'release-seat', message: 'Wait until its last user is logged off.' },
    });
    const other = await createLicense(test, account, everyone);
    const nearest = await test.as(ugo, `GET /license/v1/explain?product=${product}`);
    expect(nearest.body['item']).toMatchObject({ verdict: 'allow', license: other.rn });
    const after = await measuredLeases();
    expect([after.active - before.active, after.releasing - before.releasing]).toEqual([-more - 1, more + 1]);
  });

  it('releases the old seat when the device immediately consumes another', async () => {
    await setStatus('Inactive');
    await setStatus('Active');
    await signInAgain();
    const other = await createLicense(test, account, everyone);
    const next = await consume(test, ugo, product);
    expect([next.status, next.lease.license]).toEqual([201, other.rn]);
    const row = await everywhere((tx) =>
      tx
        .selectFrom('licenses')
        .select(['lease-state', 'release-reason'])
        .where('lease-id', '=', lease.id)
        .executeTakeFirst(),
    );
    expect(row).toEqual({ 'lease-state': 'releasing', 'release-reason': 'account-inactive' });
  });
});
