import { consumePolicy } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, everyone, lapse, openAccount, studio } from '../../../test/leases.ts';
import type { Actor } from '../../access/actor.ts';
import { executeBuilt, inTransaction, type Transaction } from '../../db/database.ts';
import { selectLikely } from './likely-seats.ts';

let test: TestApp;
let product: string;
let account: string;
let ugo: Person;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ account, ugo } = await openAccount(test));
});

/** As the request of a person who wants a seat asks, seeing what they see. */
function asking<Result>(work: (tx: Transaction, query: ReturnType<typeof selectLikely>) => Promise<Result>) {
  const { installation, db } = test.services;
  const actor = { installation, accountId: account, userId: ugo.id, rn: ugo.rn } as Actor;
  const wanted = { product: studio, license: null, releasedOn: null };
  return inTransaction(db, { account }, (tx) => work(tx, selectLikely(tx, actor, wanted, 'device-1')));
}

/** Adds many free licenses at once, those of each policies in turn. */
async function addLicenses(count: number, kinds: readonly ReturnType<typeof consumePolicy>[]) {
  const policies = JSON.stringify(kinds.map((kind) => [kind]));
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`insert into licenses (id, "account-id", "product-id", type, "expiry-perpetual", policies, "freed-on")
      select ${account}::text || '-' || n, ${account}, ${studio}, 'Subscription', true,
        ${policies}::jsonb -> (n % ${kinds.length}::int), now() - make_interval(mins => n)
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

/** Rows of licenses that a plan's steps have looked at. */
function looked(node: Node): number {
  const here = node['Relation Name'] === 'licenses' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return (node.Plans ?? []).reduce((sum, each) => sum + looked(each), here * node['Actual Loops']);
}

it('looks at few seats, however many are free', async () => {
  const kinds = [ugo.rn, `${ugo.rn}x`, `${ugo.rn}y`].map((user) => consumePolicy({ kind: 'User', user }));
  await addLicenses(3000, kinds);
  const [found] = await asking((tx, query) => executeBuilt(tx, query));
  expect(found?.policies).toEqual([kinds[0]]);
  expect(found?.keys).toEqual(Array.from({ length: 16 }, (_, index) => `${account}-${3000 - 3 * index}`));

  const plan = await asking(async (tx, { sql: text, parameters }) => {
    const explain = { ...sql`select 1`.compile(tx), sql: `explain (analyze, format json) ${text}`, parameters };
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(explain);
    return rows[0]?.['QUERY PLAN'][0]?.Plan;
  });
  expect(plan && looked(plan)).toBeLessThan(100);
});

it('leaves it to a thorough search where there are too many kinds to tell the best', async () => {
  const others = Array.from({ length: 80 }, (_, index) => `${ugo.rn}${index}`);
  await addLicenses(81, [
    ...others.map((user) => consumePolicy({ kind: 'User', user })),
    consumePolicy({ kind: 'Everyone' }),
  ]);
  const named = await createLicense(test, account, { kind: 'User', user: ugo.rn });
  expect(await asking((tx, query) => executeBuilt(tx, query))).toEqual([]);
  expect((await consume(test, ugo, product)).lease.license).toBe(named.rn);
});

it('does not know of a seat that lapsed a moment ago, which is found all the same', async () => {
  const bo = await test.createPerson(account, 'Bo', null);
  const only = await createLicense(test, account, everyone);
  expect((await consume(test, bo, product, { device: 'other' })).status).toBe(201);
  await lapse(test, only.id);
  expect(await asking((tx, query) => executeBuilt(tx, query))).toEqual([]);
  expect((await consume(test, ugo, product)).lease.license).toBe(only.rn);
});
