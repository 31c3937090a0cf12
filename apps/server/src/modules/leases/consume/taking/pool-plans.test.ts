import { resourceIdOf } from '@keyhold/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { consume, createProduct, openLeaseTest } from '../../../../../test/licensing/leases.ts';
import { createPool } from '../../../../../test/licensing/waiting.ts';
import { literalsOf } from '../../../../../test/lists/plans.ts';
import { type RecordedTransaction, recordStatements } from '../../../../../test/lists/recorded-statements.ts';
import { inTransaction } from '../../../../db/database.ts';
import { withClient } from '../../../../db/open/owner-client.ts';

const here = openLeaseTest();
/** Free seats of the pool: so many that reading all of them costs more than the rest of a consume. */
const seats = 5_000;
/**
 * Licenses of another product and account. PostgreSQL takes pool, account and product for independent, and so expects few
 * seats that have all three; then sorting them seems cheap.
 */
const others = 10_000;
/** Seats that one statement may read: those that keep the pool roomy, by `max_connections`, and some candidates. */
const few = 1_000;

/** Adds many free seats to a pool at once, and other licenses; PostgreSQL knows their number afterwards. */
async function addSeats(pool: string): Promise<void> {
  const { test, account, product } = here;
  await createProduct(test, 'other-studio');
  const other = await test.createAccount('Others');
  await inTransaction(test.services.db, 'every account', async (tx) => {
    const add = (to: string, of: string, into: string | null, count: number) =>
      sql`insert into licenses (id, "account-id", "product-id", type, "expiry-perpetual", "expiry-date", policies, "pool-id", "created-on")
        select ${to}::text || '-' || n, ${to}, ${of}, 'Subscription', false, now() + interval '300 days', '[]', ${into}::uuid,
          now() - interval '90 days' + make_interval(secs => n)
        from generate_series(1, ${count}::int) as n`.execute(tx);
    await add(account, resourceIdOf(product), pool, seats);
    await add(other, 'other-studio', null, others);
  });
  await withClient(test.connectionString, (client) => client.query('vacuum analyze licenses'));
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

/** The largest number of license rows that one step of a plan reads. */
function mostRead(node: Node): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  const own = node['Relation Name'] === 'licenses' ? node['Actual Rows'] + filtered + rechecked : 0;
  return Math.max(own * node['Actual Loops'], 0, ...(node.Plans ?? []).map(mostRead));
}

/** Executes the statements of a transaction once more, and returns those that read many license rows. */
async function readingMany({ opening, reads }: RecordedTransaction, planning: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: here.test.connectionString });
  await client.connect();
  const found: string[] = [];
  try {
    await client.query('begin');
    await client.query(opening.text, [...opening.values]);
    await client.query(`set local plan_cache_mode = ${planning}`);
    // Those that write have taken the seat already.
    for (const { text, values } of reads.filter((one) => !/\b(update|insert into) "?license/.test(one.text))) {
      await client.query(`prepare planned as ${text}`);
      const { rows } = await client.query(
        `explain (analyze, format json) execute planned${literalsOf(client, values)}`,
      );
      await client.query('deallocate planned');
      const most = mostRead(rows[0]['QUERY PLAN'][0].Plan);
      if (most > few) found.push(`${most} rows: ${text}`);
    }
  } finally {
    await client.query('rollback');
    await client.end();
  }
  return found;
}

it('a consume reads few seats of a large pool, whatever its rules and however its statements are planned', async () => {
  const { test, account, ada, ugo, product } = here;
  const tag = (await test.as(ada, 'POST /iam/v1/tags', { name: 'Night', 'account-id': account })).body.item.rn;
  const pool = await createPool(here, 1);
  await addSeats(pool.id);
  for (const rules of [{}, { 'per-user': 3, shares: [{ tag, reserve: 5, limit: 50 }] }]) {
    expect((await test.as(ada, `PUT /license/v1/pools/${pool.id}/rules`, rules)).status).toBe(200);
    const transactions = await recordStatements(async () => {
      expect((await consume(test, ugo, product, { device: JSON.stringify(rules).slice(0, 20) })).status).toBe(201);
    });
    const searching = transactions.filter(({ reads }) => reads.some(({ text }) => text.includes('"freed-on"')));
    expect(searching).toHaveLength(1);
    for (const transaction of searching)
      for (const planning of ['auto', 'force_custom_plan', 'force_generic_plan'])
        expect.soft(await readingMany(transaction, planning), planning).toEqual([]);
  }
});
