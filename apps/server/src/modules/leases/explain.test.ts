import type { Explanation } from '@keyhold/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, everyone, openAccount, setLicense } from '../../../test/leases.ts';

const unknown = '0198c0de-0000-7000-8000-000000000000';
let test: TestApp;
let product: string;
let account: string;
let ugo: Person;
let ada: Person;

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ account, ada, ugo } = await openAccount(test));
});

async function explain(person: Person | null, query: Record<string, string>) {
  const { status, body } = await test.as(person, `GET /license/v1/explain?${new URLSearchParams(query)}`);
  return { status, item: body['item'] as unknown as Explanation };
}

async function createTag(name: string): Promise<string> {
  const reply = await test.as(ada, 'POST /iam/v1/tags', { name, 'account-id': account });
  return (reply.body['item'] as unknown as { rn: string }).rn;
}

describe('explaining', () => {
  it('is for oneself, or for who may read licenses in that account', async () => {
    const { rn } = await createLicense(test, account, everyone);
    expect((await explain(null, { license: rn })).status).toBe(401);
    expect((await explain(ugo, { license: rn })).status).toBe(200);
    for (const user of [ada.rn, ada.rn.replace(ada.id, unknown), 'nonsense']) {
      expect((await explain(ugo, { license: rn, user })).status).toBe(403);
    }
    expect((await explain(ada, { license: rn, user: ugo.rn })).status).toBe(200);
    expect((await explain(test.people.system, { license: rn, user: ugo.rn })).status).toBe(200);
    const { birchAdmin } = test.people;
    for (const query of [
      { license: rn, user: ugo.rn },
      { license: rn },
      { license: rn.replace(/[^:]*$/, 'UNKNOWN') },
      { product: product.replace('studio', 'unknown') },
      { product, user: 'nonsense' },
    ]) {
      expect((await explain(birchAdmin, query)).status).toBe(404);
    }
    expect((await explain(ugo, {})).status).toBe(400);
    expect((await explain(ugo, { license: rn, product })).status).toBe(400);
  });

  it('says what lets somebody in', async () => {
    const { rn } = await createLicense(test, account, everyone);
    const { item } = await explain(ugo, { license: rn });
    expect(item).toMatchObject({ verdict: 'allow', layer: null, license: rn, change: null });
    expect(item.decisive).toMatchObject({ effect: 'Allow', condition: 'matched', principal: 'absent', applies: true });
  });

  it('names the tags that are missing, nearest statement first', async () => {
    const [one, two] = [await createTag('One'), await createTag('Two')];
    const { id, rn } = await createLicense(test, account, { kind: 'Tags', tags: [one, two] });
    await test.as(ada, `POST /iam/v1/users/${ugo.id}/tags`, { tag: one });
    const { item } = await explain(ada, { license: rn, user: ugo.rn });
    expect(item).toMatchObject({ verdict: 'deny', layer: 'policy', change: { kind: 'add-tags', tags: [two] } });
    expect(item.statements).toMatchObject([{ condition: 'missed', 'missing-tags': [two] }]);
    await test.as(ada, `POST /iam/v1/users/${ugo.id}/tags`, { tag: two });
    expect((await explain(ada, { license: rn, user: ugo.rn })).item.verdict).toBe('allow');
    await test.as(ada, `PUT /license/v1/licenses/${id}/policies`, { policies: [] });
    expect((await explain(ugo, { license: rn })).item).toMatchObject({
      layer: 'policy',
      change: { kind: 'name-user' },
    });
  });

  it('names the layer that stops', async () => {
    const { id, rn } = await createLicense(test, account, everyone);
    await consume(test, ada, product);
    expect((await explain(ugo, { license: rn })).item).toMatchObject({
      layer: 'seat',
      change: { kind: 'release-seat' },
    });
    expect((await explain(ada, { license: rn })).item.verdict).toBe('allow');
    await setLicense(test, id, { 'expiry-perpetual': false, 'expiry-date': '2026-01-01' });
    expect((await explain(ugo, { license: rn })).item).toMatchObject({
      layer: 'license',
      change: { kind: 'renew-license' },
    });
    await setLicense(test, id, { status: 'Suspended' });
    expect((await explain(ugo, { license: rn })).item.change?.kind).toBe('resume-license');
    await test.as(ada, `PUT /iam/v1/users/${ugo.id}/status`, { status: 'Inactive' });
    expect((await explain(ada, { license: rn, user: ugo.rn })).item).toMatchObject({
      layer: 'user',
      change: { kind: 'activate-user' },
    });
    await test.as(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' });
    expect((await explain(test.people.root, { license: rn, user: ugo.rn })).item.layer).toBe('account');
  });

  it('explains of a product the license that comes nearest', async () => {
    expect((await explain(ugo, { product })).item).toMatchObject({ license: null, change: { kind: 'issue-license' } });
    await createLicense(test, account, { kind: 'No one' });
    expect((await explain(ugo, { product })).item.layer).toBe('policy');
    const open = await createLicense(test, account, everyone);
    expect((await explain(ugo, { product })).item).toMatchObject({ verdict: 'allow', license: open.rn });
  });
});
