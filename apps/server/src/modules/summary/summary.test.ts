import { type calls, type OutputOf, summaryDays } from '@keyhold/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/app.ts';
import { consume, createLicense, everyone, lapse, openLeaseTest, setLicense } from '../../../test/licensing/leases.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { rollUpUsage } from '../usage/roll-up-usage.ts';

const here = openLeaseTest();
let accountRn: string;
beforeEach(() => {
  accountRn = rnOf(here.test.services.installation, here.account, 'account', here.account);
});

async function ask<Output>(person: Person, path: string): Promise<Output> {
  const reply = await here.test.as(person, `GET ${path}`);
  expect(reply.status).toBe(200);
  return reply.body as Output;
}
const summary = () => ask<OutputOf<typeof calls.getSummary>>(here.ada, '/license/v1/summary');
const provider = () =>
  ask<OutputOf<typeof calls.getProviderSummary>>(here.test.people.accountAdmin, '/admin/v1/summary');
const ofAccount = (counts: readonly { account: string; count: number }[]) =>
  counts.find(({ account }) => account === accountRn);
const everywhere = (work: (tx: Transaction) => Promise<unknown>) =>
  inTransaction(here.test.services.db, 'every account', work);

describe('the summary of an account', () => {
  it('is empty without licenses', async () => {
    expect(await summary()).toMatchObject({
      licenses: { total: 0, 'in-use': 0, 'never-used': 0 },
      products: [],
      refusals: { people: 0, times: 0 },
      denials: [],
      resources: {},
    });
  });

  it('counts the licenses of each product, in use and never used, and the peak of each day', async () => {
    for (let made = 0; made < 3; made += 1) await createLicense(here.test, here.account, everyone);
    const { lease } = await consume(here.test, here.ugo, here.product);
    await consume(here.test, here.ada, here.product);
    const both = await summary();
    expect(both.licenses).toEqual({ total: 3, 'in-use': 2, 'never-used': 1 });
    const peaks = new Array(summaryDays - 1).fill(0);
    expect(both.products).toEqual([{ product: here.product, licenses: 3, 'in-use': 2, peaks: [...peaks, 2] }]);
    expect(both.resources).toHaveProperty([here.product, 'name'], 'studio');

    // Checked-in leases count for the peak but are not in use; neither are lapsed ones.
    await here.test.as(here.ugo, `DELETE /license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
    expect((await summary()).products).toMatchObject([{ 'in-use': 1, peaks: [...peaks, 2] }]);
    await everywhere((tx) =>
      sql`update licenses set "expires-at" = now() - interval '1 second' where "account-id" = ${here.account} and "lease-state" = 'active'`.execute(
        tx,
      ),
    );
    expect((await summary()).licenses).toEqual({ total: 3, 'in-use': 0, 'never-used': 1 });
  });

  it('assigns the peaks of rolled-up hours to their days', async () => {
    await createLicense(here.test, here.account, everyone);
    const hour = (days: number) =>
      sql<Date>`date_trunc('day', now(), 'UTC') - make_interval(days => ${days}::int) + interval '9 hours'`;
    await everywhere(async (tx) => {
      for (const [days, peak] of [
        [2, 3],
        [1, 1],
        [summaryDays, 9],
      ] as const) {
        await tx
          .insertInto('usage-hours')
          .values({
            'account-id': here.account,
            'product-id': 'studio',
            hour: hour(days) as never,
            peak,
            seconds: 60,
            uses: 1,
            users: 1,
          })
          .execute();
      }
      await sql`insert into "usage-marks" ("rolled-until") values (date_trunc('day', now(), 'UTC')) on conflict do nothing`.execute(
        tx,
      );
    });
    await rollUpUsage(here.test.services.db);
    const [product] = (await summary()).products;
    expect(product?.peaks.slice(-3)).toEqual([3, 1, 0]);
    expect(Math.max(...(product?.peaks ?? []))).toBe(3);
  });

  it('lists refused users, latest first', async () => {
    const license = await createLicense(here.test, here.account, { kind: 'No one' });
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('not-eligible');
    const refused = await summary();
    expect(refused.refusals).toEqual({ people: 1, times: 1 });
    expect(refused.denials).toMatchObject([
      { user: here.ugo.rn, product: here.product, reason: 'not-eligible', count: 1, 'device-name': 'Desk' },
    ]);
    expect(Object.keys(refused.resources).toSorted()).toEqual([here.product, here.ugo.rn].toSorted());
    // Old refusals are out of range.
    await everywhere((tx) =>
      tx
        .updateTable('usage-denials')
        .set({ hour: sql<Date>`now() - make_interval(days => ${summaryDays + 1}::int)` as never })
        .where('account-id', '=', here.account)
        .execute(),
    );
    expect((await summary()).refusals).toEqual({ people: 0, times: 0 });
    expect(license.id).toMatch(/^TEST/);
  });
});

describe('the summary of every account', () => {
  it('is refused to administrators of one account', async () => {
    expect((await here.test.as(null, 'GET /admin/v1/summary')).status).toBe(401);
    expect((await here.test.as(here.ada, 'GET /admin/v1/summary')).status).toBe(403);
  });

  it('counts licenses in use by account, and names the accounts', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    await consume(here.test, here.ugo, here.product);
    const used = await provider();
    expect(ofAccount(used['by-account'])).toEqual({ account: accountRn, count: 1 });
    expect(used['in-use'].licenses).toBeGreaterThanOrEqual(1);
    expect(used.resources[accountRn]).toMatchObject({ rn: accountRn, status: expect.any(String) });
    await lapse(here.test, license.id);
    expect(ofAccount((await provider())['by-account'])).toBeUndefined();
  });

  it('counts licenses that end within 30 days, with the first end', async () => {
    const ending = { 'expiry-perpetual': false };
    await createLicense(here.test, here.account, everyone, {
      ...ending,
      'expiry-date': sql`now() + interval '1 hour'` as never,
    });
    await createLicense(here.test, here.account, everyone, {
      ...ending,
      'expiry-date': sql`now() + interval '29 days'` as never,
    });
    await createLicense(here.test, here.account, everyone, {
      ...ending,
      'expiry-date': sql`now() + interval '31 days'` as never,
    });
    const past = await createLicense(here.test, here.account, everyone, ending);
    await setLicense(here.test, past.id, { 'expiry-date': sql<Date>`now() - interval '1 day'` as never });
    const { ending: all, 'ending-by-account': accounts } = await provider();
    expect(ofAccount(accounts)).toEqual({ account: accountRn, count: 2, first: expect.any(String) });
    expect(all.licenses).toBeGreaterThanOrEqual(2);
  });

  it('counts refusals, queued mails, and failing and paused webhooks', async () => {
    await createLicense(here.test, here.account, { kind: 'No one' });
    await consume(here.test, here.ugo, here.product);
    const before = await provider();
    expect(ofAccount(before['refusals-by-account'])).toEqual({ account: accountRn, count: 1 });
    await everywhere(async (tx) => {
      await tx
        .insertInto('outbox')
        .values({
          'account-id': here.account,
          recipient: 'x@y.example',
          subject: 'S',
          text: '',
          html: '',
          'created-on': sql`now()` as never,
          'next-attempt-on': sql`now() + interval '1 hour'` as never,
          'last-error': 'refused',
        })
        .execute();
      for (const webhook of [{ failures: 2 }, { enabled: false }, {}]) {
        await tx
          .insertInto('webhooks')
          .values({
            'account-id': here.account,
            url: 'https://x.example',
            events: ['license.issued'],
            secret: 's',
            ...webhook,
          })
          .execute();
      }
    });
    const after = await provider();
    expect(after.mail).toEqual({
      waiting: before.mail.waiting + 1,
      refused: before.mail.refused + 1,
      oldest: expect.any(String),
    });
    expect(after.webhooks).toEqual({
      enabled: before.webhooks.enabled + 2,
      paused: before.webhooks.paused + 1,
      failing: before.webhooks.failing + 1,
      waiting: before.webhooks.waiting,
    });
    expect(ofAccount(after['failing-by-account'])).toEqual({ account: accountRn, count: 1 });
  });

  it('does not count the webhooks of deleted accounts', async () => {
    const before = await provider();
    const account = await here.test.createAccount('Gone');
    await everywhere(async (tx) => {
      const of = { 'account-id': account };
      const { id } = await tx
        .insertInto('webhooks')
        .values({ ...of, url: 'https://x.example', events: ['license.issued'], secret: 's', failures: 2 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const delivery = { ...of, 'webhook-id': id, type: 'license.issued', body: '{}' };
      await tx.insertInto('webhook-deliveries').values(delivery).execute();
    });
    await here.test.as(here.test.people.root, `DELETE /admin/v1/accounts/${account}`);
    expect((await provider()).webhooks).toEqual(before.webhooks);
  });
});
