import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';

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

  it('of all accounts is for provider staff alone', async () => {
    for (const path of ['/iam/v1/audit?account=all', '/iam/v1/audit/export?account=all'] as const) {
      expect((await test.as(test.people.acmeAdmin, `GET ${path}`)).status).toBe(403);
      expect((await test.as(test.people.providerUser, `GET ${path}`)).status).toBe(403);
    }
  });

  it('of all accounts is one list, newest first, filtered and paged', async () => {
    const { birchAdmin, root } = test.people;
    const body = { name: 'Of Birch', 'account-id': test.accounts.birch };
    const tag = (await test.as(birchAdmin, 'POST /iam/v1/tags', body)).body.item;
    const read = async (query: string) => (await test.as(root, `GET /iam/v1/audit?account=all&${query}`)).body;
    const named = ({ items }: Awaited<ReturnType<typeof read>>) =>
      items.map((row) => (row['after'] as { name: string }).name);
    const all = await read('');
    expect(all.total).toBe(all.items.length);
    const times = all.items.map((row) => String(row['on']));
    expect(times).toEqual(times.toSorted().toReversed());
    const created = await read('action=iam:CreateTag');
    expect([named(created), created.total]).toEqual([['Of Birch', 'Three', 'Two', 'One'], 4]);
    const first = await read('action=iam:CreateTag&limit=3');
    expect([first.items.length, first.total]).toEqual([3, 4]);
    expect(named(await read(`action=iam:CreateTag&limit=3&cursor=${first['next-cursor']}`))).toEqual(['One']);
    expect(named(await read(`actor=${birchAdmin.rn}&action=iam:CreateTag`))).toEqual(['Of Birch']);
    expect(named(await read(`resource=${tag.rn}`))).toEqual(['Of Birch']);
    expect((await read(`action=iam:CreateTag&from=${created.items[0]?.['on']}`)).total).toBe(1);
    expect(named(await read('action=iam:CreateTag&sort=seq'))).toEqual(['One', 'Two', 'Three', 'Of Birch']);
  });

  it('is exported as CSV for spreadsheets, as far as it is filtered', async () => {
    const { acmeAdmin, root } = test.people;
    const name = '=Over; "all"';
    await test.as(acmeAdmin, 'POST /iam/v1/tags', { name, 'account-id': test.accounts.acme });
    const exported = async (query: string) => {
      const url = `/iam/v1/audit/export?format=csv&action=iam:CreateTag&${query}`;
      return test.app.inject({ url, headers: { authorization: root.token } });
    };
    const one = await exported(`account=${test.accounts.acme}`);
    expect(one.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(one.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    const [head, ...rows] = one.body.trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFseq,on,actor,actor-name,account,action,resource,before,after,address,request-id,hash');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3},keyhold:/);
    const all = await exported('account=all&separator=;');
    expect(all.body.trimEnd().split('\r\n')).toHaveLength(1 + 5);
    expect(all.body).toContain(';');
    const nothing = await exported('account=all&from=2999-01-01');
    expect(nothing.body.trimEnd().split('\r\n')).toHaveLength(1);
    expect((await test.as(root, 'GET /iam/v1/audit/export?format=xml')).body.problems).toMatchObject([
      { path: 'format', message: 'format must be ndjson or csv.' },
    ]);
  });

  it('of all accounts is exported in batches, each row once, oldest first', async () => {
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`insert into audit ("account-id", actor, action, resource, after)
        select case when n % 2 = 0 then ${test.accounts.acme}::uuid else ${test.accounts.birch}::uuid end,
          '{"rn":null,"name":"Keyhold"}', 'iam:DeleteTag', 'a', to_jsonb(n) from generate_series(1, 2500) as n`.execute(
        tx,
      ),
    );
    const url = '/iam/v1/audit/export?account=all&action=iam:DeleteTag';
    const reply = await test.app.inject({ url, headers: { authorization: test.people.root.token } });
    const rows = reply.body.trim().split('\n');
    expect(rows.map((line) => (JSON.parse(line) as { after: number }).after)).toEqual(
      Array.from({ length: 2500 }, (_, index) => index + 1),
    );
  });
});
