import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  for (const name of ['One', 'Two', 'Three']) {
    await test.as(test.people.acmeAdmin, 'POST /iam/v1/tags', { name, 'account-id': test.accounts.acme });
  }
});
afterAll(() => test.close());

describe('the audit log', () => {
  it('is readable by administrators of the account, and by provider staff for any account', async () => {
    const { acmeAdmin, acmeUser, birchAdmin, root } = test.people;
    const path = `GET /iam/v1/audit?account=${test.accounts.acme}` as const;
    expect((await test.as(acmeUser, 'GET /iam/v1/audit')).status).toBe(403);
    expect((await test.as(birchAdmin, path)).status).toBe(404);
    const [own, asked] = [await test.as(acmeAdmin, 'GET /iam/v1/audit'), await test.as(root, path)];
    expect(asked.body.items).toEqual(own.body.items);
    expect(own.body.items[0]).toEqual({
      seq: own.body.total,
      on: expect.stringMatching(/Z$/),
      actor: acmeAdmin.rn,
      'actor-name': 'Ada Administrator',
      account: `keyhold:eu-1:${test.accounts.acme}:account:${test.accounts.acme}`,
      action: 'iam:CreateTag',
      resource: expect.stringContaining(':tag:'),
      before: null,
      after: expect.objectContaining({ name: 'Three' }),
      address: '127.0.0.1',
      'request-id': expect.any(String),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is filtered and paged', async () => {
    const read = async (query: string) => (await test.as(test.people.acmeAdmin, `GET /iam/v1/audit?${query}`)).body;
    const created = await read('action=iam:CreateTag&limit=2');
    expect([created.items.length, created.total]).toEqual([2, 3]);
    const rest = await read(`action=iam:CreateTag&limit=2&cursor=${created['next-cursor']}`);
    expect(rest.items.map((row) => (row['after'] as { name: string }).name)).toEqual(['One']);
    expect((await read('from=2999-01-01')).items).toEqual([]);
    expect((await read(`actor=${test.people.acmeUser.rn}`)).items.every((row) => row['action'] === 'auth:Login')).toBe(
      true,
    );
  });

  it('is exported line by line, oldest first', async () => {
    const headers = { authorization: test.people.acmeAdmin.token };
    const reply = await test.app.inject({ url: '/iam/v1/audit/export', headers });
    expect(reply.headers['content-type']).toContain('application/x-ndjson');
    const rows = reply.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number });
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
    expect(
      (await test.app.inject({ url: `/iam/v1/audit/export?account=${test.accounts.birch}`, headers })).statusCode,
    ).toBe(404);
  });
});
