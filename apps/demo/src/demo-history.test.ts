import { inTransaction, type Transaction } from '@keyhold/server/database';
import { hourlyUse } from '@keyhold/server/hourly-use';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rollUpUsage } from '../../server/src/modules/usage/roll-up-usage.ts';
import { createDemoServer, type DemoServer } from '../test/demo-server.ts';
import { seedDemo } from './demo.ts';
import { historyDays } from './rows/use-history.ts';

const day = 86_400_000;
let server: DemoServer;

beforeAll(async () => {
  server = await createDemoServer();
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await seedDemo(server.services, server.dataDirectory);
  log.mockRestore();
});
afterAll(() => server.close());

function read<Result>(query: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(server.services.db, 'every account', query);
}

/** The number of uses that match a condition that none should match. */
async function faults(condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await read((tx) =>
    sql<{ count: number }>`
      select count(*)::int as count from "license-uses" as uses join licenses on licenses.id = uses."license-id"
        join users on users.id = uses."user-id"
      where ${condition}`.execute(tx),
  );
  return rows[0]?.count ?? -1;
}

describe('the usage history of the demo', () => {
  it('covers several weeks, and ends before now', async () => {
    const uses = await read((tx) => tx.selectFrom('license-uses').selectAll().orderBy('started-on').execute());
    expect(uses.length).toBeGreaterThan(500);
    expect(Date.now() - (uses[0]?.['started-on'].getTime() ?? 0)).toBeGreaterThan((historyDays - 7) * day);
    expect(new Set(uses.map(({ ending }) => ending))).toEqual(new Set(['returned', 'released', 'lapsed']));
    expect(await faults(sql`"ended-on" is null or "ended-on" > now()`)).toBe(0);
  });

  it('is consistent: no seat is used twice at once, or by a user who may not use it', async () => {
    expect(await faults(sql`uses."account-id" <> users."account-id"`)).toBe(0);
    expect(await faults(sql`users.status = 'Pending' or uses."started-on" < users."created-on"`)).toBe(0);
    expect(await faults(sql`uses."started-on" > users."last-login"`)).toBe(0);
    expect(await faults(sql`uses."started-on" < licenses."activation-date"`)).toBe(0);
    expect(await faults(sql`uses."ended-on" > licenses."expiry-date" or licenses.status = 'Suspended'`)).toBe(0);
    expect(
      await faults(sql`exists (select from "license-uses" as other where other."license-id" = uses."license-id"
        and other.id <> uses.id and other."started-on" < uses."ended-on" and other."ended-on" > uses."started-on")`),
    ).toBe(0);
  });

  it('is aggregated by day and hour as by the server', async () => {
    const { rows } = await read((tx) =>
      sql<{ uses: number; days: number; seconds: number; sums: number }>`
        select (select count(*)::int from "license-uses") as uses, (select sum(uses)::int from "usage-days") as days,
          (select round(sum(extract(epoch from "ended-on" - "started-on")))::int from "license-uses") as seconds,
          (select round(sum(seconds))::int from "usage-days") as sums`.execute(tx),
    );
    expect(rows[0]?.days).toBe(rows[0]?.uses);
    expect(rows[0]?.sums).toBe(rows[0]?.seconds);
    const hours = () =>
      read((tx) =>
        tx.selectFrom('usage-hours').selectAll().orderBy('account-id').orderBy('product-id').orderBy('hour').execute(),
      );
    const stored = await hours();
    const last = Math.max(...stored.map(({ hour }) => hour.getTime()));
    const from = new Date(last - 9 * day);
    const counted = await read((tx) =>
      sql<(typeof stored)[number]>`select * from (${hourlyUse(from, new Date(last + 3_600_000), null)}) as hours
        order by "account-id", "product-id", hour`.execute(tx),
    );
    expect(stored.filter(({ hour }) => hour >= from)).toEqual(counted.rows);
    // The hourly job continues from there, and counts nothing twice.
    await rollUpUsage(server.services.db);
    expect((await hours()).slice(0, 50)).toEqual(stored.slice(0, 50));
  });

  it('contains refusals for several reasons', async () => {
    const denials = await read((tx) => tx.selectFrom('usage-denials').selectAll().execute());
    expect(denials.length).toBeGreaterThan(20);
    const reasons = new Set(denials.map(({ reason }) => reason));
    expect([...reasons]).toEqual(expect.arrayContaining(['no-seat', 'not-eligible']));
    for (const denial of denials) {
      expect(denial['last-on'].getTime()).toBeLessThan(Date.now());
      expect(denial['last-on'].getTime() - denial.hour.getTime()).toBeLessThan(3_600_000);
    }
  });
});

describe('the webhooks of the demo', () => {
  it('are paused, and have delivered, failed and waiting deliveries', async () => {
    const webhooks = await read((tx) => tx.selectFrom('webhooks').selectAll().execute());
    expect(webhooks.map((webhook) => [webhook.enabled, webhook['every-account']]).toSorted()).toEqual([
      [false, false],
      [false, true],
    ]);
    const deliveries = await read((tx) => tx.selectFrom('webhook-deliveries').selectAll().execute());
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered', 'failed', 'waiting']));
    for (const delivery of deliveries) {
      const body = JSON.parse(delivery.body);
      expect(body).toMatchObject({ type: delivery.type, timestamp: delivery['created-on'].toISOString() });
      expect(delivery['last-attempt-on']?.getTime()).toBeLessThan(Date.now());
      if (delivery.status === 'waiting') expect(delivery['next-attempt-on'].getTime()).toBeGreaterThan(Date.now());
    }
    const audited = await read((tx) =>
      tx.selectFrom('audit').select('resource').where('action', '=', 'iam:CreateWebhook').execute(),
    );
    expect(audited).toHaveLength(2);
  });
});
