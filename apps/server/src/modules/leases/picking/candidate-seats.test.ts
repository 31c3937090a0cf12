import { consumePolicy } from '@keyhold/contract';
import { type CompiledQuery, sql } from 'kysely';
import { expect, it } from 'vitest';
import { consume, createLicense, everyone, lapse, openLeaseTest, studio } from '../../../../test/licensing/leases.ts';
import type { Actor } from '../../../access/actor.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { type PolicyGroup, selectCandidates } from './candidate-seats.ts';

const here = openLeaseTest();

/** Runs work with the query of a user's request for a seat, within the scope of their account. */
function asking<Result>(work: (tx: Transaction, query: CompiledQuery<PolicyGroup>) => Promise<Result>) {
  const { installation, db } = here.test.services;
  const actor = { installation, accountId: here.account, userId: here.ugo.id, rn: here.ugo.rn } as Actor;
  const request = { product: studio, license: null, pool: null, releasedOn: null, version: null };
  return inTransaction(db, { account: here.account }, (tx) =>
    work(tx, selectCandidates(actor, request, 'device-1').compile(tx)),
  );
}

/** Adds many free licenses at once, alternating between the policies. */
async function addLicenses(count: number, groups: readonly ReturnType<typeof consumePolicy>[]) {
  const policies = JSON.stringify(groups.map((group) => [group]));
  await inTransaction(here.test.services.db, 'every account', (tx) =>
    sql`insert into licenses (id, "account-id", "product-id", type, "expiry-perpetual", policies, "freed-on")
      select ${here.account}::text || '-' || n, ${here.account}, ${studio}, 'Subscription', true,
        ${policies}::jsonb -> (n % ${groups.length}::int), now() - make_interval(mins => n)
      from generate_series(1, ${count}::int) as n`.execute(tx),
  );
}

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** The number of license rows that a plan's steps read. */
function looked(node: Node): number {
  const here = node['Relation Name'] === 'licenses' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return (node.Plans ?? []).reduce((sum, each) => sum + looked(each), here * node['Actual Loops']);
}

it('reads only a few seats, however many are free', async () => {
  const groups = [here.ugo.rn, `${here.ugo.rn}x`, `${here.ugo.rn}y`].map((user) =>
    consumePolicy({ kind: 'User', user }),
  );
  await addLicenses(3000, groups);
  const [found] = await asking(async (tx, query) => (await tx.executeQuery(query)).rows);
  expect(found?.policies).toEqual([groups[0]]);
  expect(found?.keys).toEqual(Array.from({ length: 16 }, (_, index) => `${here.account}-${3000 - 3 * index}`));

  const plan = await asking(async (tx, { sql: text, parameters }) => {
    const explain = { ...sql`select 1`.compile(tx), sql: `explain (analyze, format json) ${text}`, parameters };
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(explain);
    return rows[0]?.['QUERY PLAN'][0]?.Plan;
  });
  expect(plan && looked(plan)).toBeLessThan(100);
});

it('leaves the choice to the full search when a product has too many policy groups', async () => {
  const others = Array.from({ length: 80 }, (_, index) => `${here.ugo.rn}${index}`);
  await addLicenses(81, [
    ...others.map((user) => consumePolicy({ kind: 'User', user })),
    consumePolicy({ kind: 'Everyone' }),
  ]);
  const named = await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn });
  expect(await asking(async (tx, query) => (await tx.executeQuery(query)).rows)).toEqual([]);
  expect((await consume(here.test, here.ugo, here.product)).lease.license).toBe(named.rn);
});

it('omits a seat that has just lapsed, which the full search finds', async () => {
  const bo = await here.test.createPerson(here.account, 'Bo', null);
  const only = await createLicense(here.test, here.account, everyone);
  expect((await consume(here.test, bo, here.product, { device: 'other' })).status).toBe(201);
  await lapse(here.test, only.id);
  expect(await asking(async (tx, query) => (await tx.executeQuery(query)).rows)).toEqual([]);
  expect((await consume(here.test, here.ugo, here.product)).lease.license).toBe(only.rn);
});
