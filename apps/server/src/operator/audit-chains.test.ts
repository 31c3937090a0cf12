import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatorTest, keyhold, type OperatorTest } from '../../test/operator.ts';
import { withClient } from '../db/open/owner-client.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
  for (const person of [test.people.root, test.people.acmeAdmin, test.people.birchAdmin]) {
    for (let number = 1; number <= 4; number += 1) {
      await test.as(person, 'POST /iam/v1/tags', { name: `Tag ${number}`, 'account-id': person.accountId });
    }
  }
});
afterAll(() => test.close());

const verify = (...args: string[]) => keyhold(['audit', 'verify', ...args], test.local);

/** The owner of the tables may change the log in any way; the check exists for that. */
function tamper(statement: string, account: string) {
  return withClient(test.connectionString, (client) => client.query(statement, [account]));
}

function entries(account?: string): Promise<number> {
  return withClient(test.connectionString, async (client) => {
    const query = 'select count(*)::int as entries from audit where $1::uuid is null or "account-id" = $1';
    return (await client.query<{ entries: number }>(query, [account ?? null])).rows[0]?.entries ?? 0;
  });
}

it('accepts an unmodified log', async () => {
  const { code, stdout } = await verify();
  expect([code, stdout]).toEqual([
    0,
    `The audit log is intact: ${await entries()} entries of 3 accounts, no broken links.\n`,
  ]);
});

it('names the first broken link of each account', async () => {
  const { provider, acme, birch } = test.accounts;
  const last = await entries(birch);
  await tamper(`update audit set action = 'iam:DeleteTag' where "account-id" = $1 and seq = 2`, acme);
  await tamper('delete from audit where "account-id" = $1 and seq > 2', birch);
  await tamper('delete from audit where "account-id" = $1 and seq = 3', provider);

  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout.trim().split('\n')).toEqual([
    `The audit log of Acme Print (${acme}) is broken at entry 2: its content is not what was written.`,
    `The audit log of Birch Media (${birch}) is broken at entry 3: it and all up to ${last} are missing at the end.`,
    `The audit log of Keyhold (${provider}) is broken at entry 3: the entry is missing.`,
  ]);
  const one = await verify('--account', 'birch media', '--json');
  expect(one.code).toBe(1);
  expect(JSON.parse(one.stdout)).toMatchObject({ accounts: 1, entries: 2, broken: [{ account: birch, seq: 3 }] });
});

it('detects an entry that was rewritten together with its hash', async () => {
  const { acme } = test.accounts;
  await tamper(`update audit set hash = "audit-hash"(audit) where "account-id" = $1 and seq = 2`, acme);
  const { stdout } = await verify('--account', acme);
  expect(stdout).toBe(
    `The audit log of Acme Print (${acme}) is broken at entry 3: it does not follow from the entry before it.\n`,
  );
});

it('detects a rewritten end of the chain', async () => {
  const { birch } = test.accounts;
  await tamper(`update "audit-heads" set seq = 2 where "account-id" = $1`, birch);
  const { stdout } = await verify('--account', 'Birch Media');
  expect(stdout).toContain('is broken at entry 2: it is not the entry that the head of the chain names.');
});
