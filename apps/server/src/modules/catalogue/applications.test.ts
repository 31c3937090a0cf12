import { commandApplication } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, everyone } from '../../../test/licensing/leases.ts';
import { signInAgain } from '../../../test/sign-in/sessions.ts';
import { inTransaction } from '../../db/database.ts';

const path = '/license/v1/applications';
let test: TestApp;
let product: string;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());

let made = 0;
async function register(fields: object = {}) {
  made += 1;
  return test.as(test.people.root, `POST ${path}`, { id: `app-${made}`, name: 'Studio', product, ...fields });
}
const codeOf = (reply: Awaited<ReturnType<typeof register>>) => [reply.status, reply.body.problems?.[0]?.code];
const fieldOf = (reply: Awaited<ReturnType<typeof register>>) => [reply.status, reply.body.problems?.[0]?.path];

describe('an application', () => {
  it('is registered by provider staff with its product', async () => {
    const { status, body } = await register({ redirect: 'loopback' });
    expect(status).toBe(201);
    expect(body.item).toMatchObject({ id: `app-${made}`, name: 'Studio', product, redirect: 'loopback' });
    expect((await test.as(test.people.root, `GET ${path}/app-${made}`)).body.item).toEqual(body.item);
    const found = await test.as(test.people.root, `GET ${path}?search=app-${made}`);
    expect(found.body.items).toEqual([body.item]);
  });

  it.each([
    ['another’s id', { id: commandApplication }, 409, 'id'],
    ['an id that is no name', { id: 'No Name' }, 400, 'id'],
    ['no name', { name: '' }, 400, 'name'],
    ['an unknown product', { product: 'keyhold:eu-1:x:product:none' }, 400, 'product'],
    ['no product', { product: null }, 400, 'product'],
    ['a redirect of the web', { redirect: 'https://studio.example/callback' }, 400, 'redirect'],
    ['a field that there is not', { secret: 'x' }, 400, 'secret'],
  ])('is refused with %s', async (_with, fields, status, field) => {
    expect(fieldOf(await register(fields))).toEqual([status, field]);
  });

  it('keeps its id, and changes its name and product', async () => {
    const { body } = await register();
    const change = (fields: object, headers = {}) =>
      test.as(test.people.root, `PUT ${path}/${body.item.id}`, { name: 'Studio 2', product, ...fields }, headers);
    expect((await change({})).body.item).toMatchObject({ id: body.item.id, name: 'Studio 2' });
    expect(fieldOf(await change({ id: 'other' }))).toEqual([400, 'id']);
    expect(fieldOf(await change({ product: null }))).toEqual([400, 'product']);
    expect((await change({}, { 'if-match': '"old"' })).status).toBe(412);
  });

  it('is built in, without a product, and not deletable if it is the command', async () => {
    const item = (await test.as(test.people.root, `GET ${path}/${commandApplication}`)).body.item;
    expect(item).toMatchObject({ id: 'keyhold', product: null, redirect: 'loopback' });
    expect(codeOf(await test.as(test.people.root, `DELETE ${path}/keyhold`))).toEqual([409, 'application-built-in']);
    const change = (fields: object) => test.as(test.people.root, `PUT ${path}/keyhold`, { name: 'Command', ...fields });
    expect(fieldOf(await change({ product }))).toEqual([400, 'product']);
    expect((await change({ product: null })).body.item).toMatchObject({ name: 'Command', product: null });
  });

  it('ends only its own sessions and their leases when deleted', async () => {
    const { body } = await register();
    const { acmeUser, acmeAdmin } = test.people;
    await createLicense(test, acmeUser.accountId, everyone);
    const license = await createLicense(test, acmeUser.accountId, everyone);
    const signedIn = await signInAgain(test, acmeUser);
    const { sid } = JSON.parse(Buffer.from(signedIn.token.split('.')[1] ?? '', 'base64url').toString());
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('sessions').set({ 'application-id': body.item.id }).where('id', '=', sid).execute(),
    );
    expect((await consume(test, signedIn, product, { license: license.rn })).status).toBe(201);
    expect((await test.as(test.people.root, `DELETE ${path}/${body.item.id}`)).status).toBe(200);
    expect((await test.as(signedIn, 'GET /license/v1/licenses/consumable')).status).toBe(401);
    expect((await test.as(acmeUser, 'GET /license/v1/licenses/consumable')).status).toBe(200);
    const state = (await test.as(acmeAdmin, `GET /license/v1/licenses/${license.id}`)).body.item['state'];
    expect(state).toMatchObject({ user: null });
    const row = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('licenses').selectAll().where('id', '=', license.id).executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ 'lease-state': 'releasing', 'release-reason': 'session-ended' });
    expect((await test.as(test.people.root, `GET ${path}/${body.item.id}`)).status).toBe(404);
  });
});
