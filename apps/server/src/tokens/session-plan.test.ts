import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { recordStatements } from '../../test/lists/recorded-statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

interface Node {
  readonly 'Parent Relationship'?: string;
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** How a generic plan reads each table, except in subqueries per row found. */
async function readingsOf(text: string, values: number): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: test.connectionString });
  await client.connect();
  try {
    await client.query("set keyhold.account = '*'");
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare session_query as ${text}`);
    const { rows } = await client.query(
      `explain (format json) execute session_query(${Array(values).fill('null').join()})`,
    );
    const read = ({ Plans = [], ...node }: Node): string[] => [
      ...(node['Relation Name'] ? [`${node['Relation Name']} by ${node['Index Name']}`] : []),
      ...Plans.filter((plan) => !/Plan$/.test(plan['Parent Relationship'] ?? '')).flatMap(read),
    ];
    return read(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.end();
  }
}

it('a session is found by its key, even when the planner has no statistics', async () => {
  const sent = await recordStatements(async () => {
    expect((await test.as(test.people.acmeAdmin, 'GET /iam/v1/tags')).status).toBe(200);
  });
  const found = sent.flatMap(({ reads }) => reads).find(({ text }) => text.includes('"sessions"'));
  if (!found) throw new Error('No session was looked for.');
  expect(await readingsOf(found.text, found.values.length)).toEqual([
    'sessions by sessions_pkey',
    'users by users_pkey',
    'accounts by accounts_pkey',
  ]);
});
