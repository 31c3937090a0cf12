import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { withClient } from '../db/open/owner-client.ts';
import { checkAuditLogs } from './check-audit-logs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  const { acmeAdmin } = test.people;
  await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'One', 'account-id': acmeAdmin.accountId });
});
afterAll(() => test.close());

const lines: string[] = [];
const log = pino({}, { write: (line) => lines.push(line) });
const check = () => checkAuditLogs(test.connectionString, log, new AbortController().signal);
const query = (text: string) => withClient(test.connectionString, async (client) => (await client.query(text)).rows);
const broken = async () => (await query('select "audit-broken" as broken from upkeep'))[0].broken;

it('checks every audit log once a day, and records and logs the broken ones', async () => {
  await check();
  expect([await broken(), lines]).toEqual([0, []]);
  await query(`update audit set action = 'iam:DeleteTag' where action = 'iam:CreateTag'`);
  await check();
  expect(await broken()).toBe(0);
  await query(`update upkeep set "audit-checked-on" = now() - interval '23 hours'`);
  await check();
  expect([await broken(), lines]).toEqual([1, [expect.stringContaining('The audit log of Acme Print')]]);
  await query(`update audit set action = 'iam:CreateTag' where action = 'iam:DeleteTag'`);
  await query('update upkeep set "audit-checked-on" = null');
  await check();
  expect(await broken()).toBe(0);
});

it('checks nothing once the server stops', async () => {
  await query('update upkeep set "audit-checked-on" = null');
  await expect(checkAuditLogs(test.connectionString, log, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await query('select from upkeep where "audit-checked-on" is null')).toHaveLength(1);
});
