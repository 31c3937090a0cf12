import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const unknown = '0198c0de-0000-7000-8000-000000000000';

async function createTag(name: string, description = ''): Promise<{ rn: string; id: string }> {
  const { acmeAdmin } = test.people;
  const reply = await test.as(acmeAdmin, 'POST /iam/v1/tags', { name, description, 'account-id': acmeAdmin.accountId });
  expect(reply.status).toBe(201);
  const { rn } = reply.body.item;
  return { rn, id: rn.split(':').at(-1) as string };
}

describe('tags', () => {
  it('require a signed-in caller whom a policy allows, whatever the id', async () => {
    expect((await test.as(null, 'GET /iam/v1/tags')).status).toBe(401);
    for (const id of [unknown, 'nonsense', (await createTag('Guarded')).id]) {
      const reply = await test.as(test.people.acmeUser, `GET /iam/v1/tags/${id}`);
      expect([reply.status, reply.body.errors]).toEqual([403, ["You don't have authorization for this action."]]);
    }
  });

  it("return the same 404 for another account's tag as for a missing one", async () => {
    const { id } = await createTag('Secret');
    const { birchAdmin } = test.people;
    const strip = ({ body }: { body: Record<string, unknown> }) => ({ ...body, 'reply-to': '' });
    const [foreign, missing, malformed] = await Promise.all(
      [id, unknown, 'nonsense'].map((one) => test.as(birchAdmin, `GET /iam/v1/tags/${one}`)),
    );
    expect(foreign?.status).toBe(404);
    expect(strip(foreign as never)).toEqual(strip(missing as never));
    expect(strip(malformed as never)).toEqual(strip(missing as never));
    expect((await test.as(birchAdmin, `PUT /iam/v1/tags/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await test.as(birchAdmin, `DELETE /iam/v1/tags/${id}`)).status).toBe(404);
  });

  it('are listed across accounts by provider staff only', async () => {
    await createTag('Across');
    const path = `GET /iam/v1/admin/tags?account=${test.accounts.acme}` as const;
    for (const staff of [test.people.root, test.people.system, test.people.accountAdmin]) {
      const reply = await test.as(staff, path);
      expect(reply.body.items.map((tag) => tag.name)).toContain('Across');
    }
    expect((await test.as(test.people.providerAdmin, path)).status).toBe(404);
    expect((await test.as(test.people.birchAdmin, path)).status).toBe(404);
    expect((await test.as(test.people.root, 'GET /iam/v1/admin/tags')).status).toBe(400);
    expect((await test.as(test.people.root, `GET /iam/v1/admin/tags?account=${unknown}`)).status).toBe(404);
    expect((await test.as(test.people.acmeAdmin, path)).status).toBe(200);
  });

  it('reject invalid requests', async () => {
    const { acmeAdmin } = test.people;
    const account = acmeAdmin.accountId;
    const blank = await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: '  ', 'account-id': account });
    expect([blank.status, blank.body.errors]).toEqual([400, ['Empty name']]);
    const extra = await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'x', colour: 'red', 'account-id': account });
    expect([extra.status, extra.body.problems?.[0]?.path]).toEqual([400, 'colour']);
    expect((await test.as(acmeAdmin, 'POST /iam/v1/tags', '{"name":')).status).toBe(400);
    expect((await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'x', 'account-id': unknown })).status).toBe(404);
    expect((await test.as(acmeAdmin, 'POST /iam/v1/tags', 'name=x', { 'content-type': 'text/plain' })).status).toBe(
      415,
    );
    const big = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    expect((await test.as(acmeAdmin, 'POST /iam/v1/tags', big)).status).toBe(413);
  });

  it('have trimmed names that are unique in their account regardless of case', async () => {
    await createTag('Prepress');
    const { acmeAdmin, birchAdmin } = test.people;
    const again = { name: '  PREPRESS ', 'account-id': acmeAdmin.accountId };
    const taken = await test.as(acmeAdmin, 'POST /iam/v1/tags', again);
    expect([taken.status, taken.body.errors]).toEqual([409, ['This tag name already exists.']]);
    const elsewhere = { ...again, 'account-id': birchAdmin.accountId };
    expect((await test.as(birchAdmin, 'POST /iam/v1/tags', elsewhere)).status).toBe(201);
  });

  it('can be changed and deleted, and free their name', async () => {
    const { acmeAdmin } = test.people;
    const { id } = await createTag('Draft');
    const changed = await test.as(acmeAdmin, `PUT /iam/v1/tags/${id}`, { name: ' Final ', description: 'a\nb' });
    expect(changed.body.item).toMatchObject({ name: 'Final', description: 'a\nb' });
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/tags/${id}`)).status).toBe(200);
    expect((await test.as(acmeAdmin, `GET /iam/v1/tags/${id}`)).status).toBe(404);
    await createTag('Final');
  });

  it('refuse a change based on an older state', async () => {
    const { acmeAdmin } = test.people;
    const { id } = await createTag('Fresh');
    const read = await test.as(acmeAdmin, `GET /iam/v1/tags/${id}`);
    const etag = String(read.headers['etag']);
    expect((await test.as(acmeAdmin, `GET /iam/v1/tags/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304);
    const put = (name: string) => test.as(acmeAdmin, `PUT /iam/v1/tags/${id}`, { name }, { 'if-match': etag });
    expect((await put('Fresher')).status).toBe(200);
    expect((await put('Freshest')).status).toBe(412);
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/tags/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
  });

  it('are paged by every sort without gaps or duplicates', async () => {
    const { birchAdmin } = test.people;
    const names = ['ábel', 'Abel', 'zoë', 'Zed', 'mid', 'Éclair', 'eclair', 'ß', 'tag'].map((name) => `page ${name}`);
    for (const name of names) {
      await test.as(birchAdmin, 'POST /iam/v1/tags', { name, 'account-id': birchAdmin.accountId });
    }
    const read = async (query: string) => {
      const reply = await test.as(birchAdmin, `GET /iam/v1/tags?search=PAGE&${query}`);
      return reply.body as unknown as { items: { name: string }[]; total: number; 'next-cursor': string | null };
    };
    for (const sort of ['name', '-name', 'created-on', '-updated-on']) {
      const all = (await read(`sort=${sort}`)).items.map((tag) => tag.name);
      const paged: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await read(`sort=${sort}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
        expect(page.total).toBe(names.length);
        paged.push(...page.items.map((tag) => tag.name));
        cursor = page['next-cursor'];
      }
      expect(paged).toEqual(all);
      expect(paged.toSorted()).toEqual(names.toSorted());
    }
    expect((await test.as(birchAdmin, 'GET /iam/v1/tags?limit=2&cursor=bm9uc2Vuc2U')).status).toBe(400);
    expect((await test.as(birchAdmin, 'GET /iam/v1/tags?limit=0')).status).toBe(400);
    expect((await test.as(birchAdmin, 'GET /iam/v1/tags?sort=colour')).status).toBe(400);
  });

  it('are paged even by the longest names', async () => {
    const account = await test.createAccount('Long Names');
    const admin = await test.createPerson(account, 'Long', 'Administrator');
    for (const end of ['a', 'b']) {
      const name = `${'😀'.repeat(199)}${end}`;
      expect((await test.as(admin, 'POST /iam/v1/tags', { name, 'account-id': account })).status).toBe(201);
    }
    const first = await test.as(admin, 'GET /iam/v1/tags?limit=1');
    const next = await test.as(admin, `GET /iam/v1/tags?limit=1&cursor=${first.body['next-cursor']}`);
    expect(next.body.items).toMatchObject([{ name: expect.stringMatching(/b$/) }]);
  });
});
