import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { issueLicense } from '../../../test/licensing/issued-licenses.ts';
import { createProduct } from '../../../test/licensing/leases.ts';

let test: TestApp;
let rival: pg.Client;
let product: string;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  rival = new pg.Client({ connectionString: test.connectionString });
  await rival.connect();
  await rival.query("set keyhold.account = '*'");
});
afterAll(async () => {
  await rival.end();
  await test.close();
});

const idOf = (reply: { readonly body: { readonly item: { readonly rn: string } } }) =>
  reply.body.item.rn.split(':').at(-1) as string;
const hook = { url: 'https://receiver.example/keyhold', events: ['license.issued'] };
const ada = { email: 'ada@late.example', 'first-name': 'Ada', 'last-name': 'Byron' };

/** Sends a request that begins before the deletion of an account commits, and undoes the deletion. */
async function duringDeletion<Reply>(account: string, request: () => Promise<Reply>): Promise<Reply> {
  await rival.query('begin');
  await rival.query('select from accounts where id = $1 for update', [account]);
  await rival.query('update accounts set "deleted-on" = now() where id = $1', [account]);
  let settled = false;
  const reply = request().finally(() => {
    settled = true;
  });
  for (let waiting = 0; waiting === 0 && !settled; ) {
    const { rows } = await rival.query<{ count: number }>(
      `select count(*)::int as count from pg_locks where not granted and pid in
         (select pid from pg_stat_activity where datname = current_database())`,
    );
    waiting = rows[0]?.count ?? 0;
  }
  await rival.query('commit');
  const answered = await reply;
  await rival.query('update accounts set "deleted-on" = null where id = $1', [account]);
  return answered;
}

describe('a deleted account', () => {
  it('gets nothing from requests that were made during its deletion', async () => {
    const { root } = test.people;
    const account = await test.createAccount('Late');
    const person = await test.createPerson(account, 'Gone', null);
    await test.as(root, `DELETE /iam/v1/users/${person.id}`);
    const tag = idOf(await test.as(root, 'POST /iam/v1/tags', { name: 'Gone', 'account-id': account }));
    await test.as(root, `DELETE /iam/v1/tags/${tag}`);
    const entry = { id: 'late-addon', name: 'Late' };
    const addon = (await test.as(root, 'POST /license/v1/admin/addons', entry)).body.item.rn;
    const { key } = await issueLicense(test, test.accounts.acme);
    const expiry = { perpetual: true, date: null, period: null };
    const terms = { type: 'Trial', version: '1', expiry, count: 1 };
    const to = { 'account-id': account };

    const requests = [
      () => test.as(root, 'POST /iam/v1/users', { ...ada, ...to }),
      () => test.as(root, 'POST /iam/v1/tags', { name: 'Late', ...to }),
      () => test.as(root, `POST /iam/v1/users/${person.id}/restore`),
      () => test.as(root, `POST /iam/v1/tags/${tag}/restore`),
      () => test.as(root, 'POST /license/v1/admin/licenses', { ...to, product, ...terms }),
      () => test.as(root, 'POST /license/v1/admin/addon-licenses', { ...to, addon, type: 'Trial', count: 1 }),
      () => test.as(root, `PUT /license/v1/licenses/${key}/account`, to),
      () => test.as(root, 'POST /iam/v1/service-accounts', { name: 'Late', ...to }),
      () => test.as(root, 'POST /iam/v1/webhooks', { ...hook, ...to }),
    ];
    for (const request of requests) {
      const { status, body } = await duringDeletion(account, request);
      expect([String(request), status, ...body.errors]).toEqual([String(request), 404, 'Not found']);
    }
  });

  it('hides its service accounts and webhooks until it is restored', async () => {
    const { root } = test.people;
    const account = await test.createAccount('Hidden');
    const created = { 'account-id': account };
    const agent = idOf(await test.as(root, 'POST /iam/v1/service-accounts', { name: 'Sync', ...created }));
    const { item } = (await test.as(root, 'POST /iam/v1/webhooks', { ...hook, ...created })).body;
    const webhook = (item as unknown as { id: string }).id;
    await test.as(root, `DELETE /admin/v1/accounts/${account}`);
    for (const route of [
      `GET /iam/v1/service-accounts/${agent}`,
      `GET /iam/v1/service-accounts/${agent}/tokens`,
      `DELETE /iam/v1/service-accounts/${agent}`,
      `GET /iam/v1/webhooks/${webhook}`,
      `GET /iam/v1/webhooks/${webhook}/deliveries`,
      `POST /iam/v1/webhooks/${webhook}/test`,
      `DELETE /iam/v1/webhooks/${webhook}`,
    ] as const) {
      expect([route, (await test.as(root, route)).status]).toEqual([route, 404]);
    }
    await test.as(root, `POST /admin/v1/accounts/${account}/restore`);
    expect((await test.as(root, `GET /iam/v1/service-accounts/${agent}`)).status).toBe(200);
    expect((await test.as(root, `GET /iam/v1/webhooks/${webhook}`)).status).toBe(200);
  });
});
