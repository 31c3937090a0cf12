import { consumePolicy, type Explanation } from '@keyhold/contract';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import { consume, createLicense, everyone, openLeaseTest, setLicense } from '../../../../test/licensing/leases.ts';
import { recordStatements } from '../../../../test/lists/recorded-statements.ts';

const unknown = '0198c0de-0000-7000-8000-000000000000';
const here = openLeaseTest();

async function explain(person: Person | null, query: Record<string, string>) {
  const { status, body } = await here.test.as(person, `GET /license/v1/explain?${new URLSearchParams(query)}`);
  return { status, item: body['item'] as unknown as Explanation };
}

async function createTag(name: string): Promise<string> {
  const reply = await here.test.as(here.ada, 'POST /iam/v1/tags', { name, 'account-id': here.account });
  return (reply.body['item'] as unknown as { rn: string }).rn;
}

describe('explaining', () => {
  it('is allowed for oneself, and for callers who may read licenses in that account', async () => {
    const { rn } = await createLicense(here.test, here.account, everyone);
    expect((await explain(null, { license: rn })).status).toBe(401);
    expect((await explain(here.ugo, { license: rn })).status).toBe(200);
    for (const user of [here.ada.rn, here.ada.rn.replace(here.ada.id, unknown), 'nonsense']) {
      expect((await explain(here.ugo, { license: rn, user })).status).toBe(403);
    }
    expect((await explain(here.ada, { license: rn, user: here.ugo.rn })).status).toBe(200);
    expect((await explain(here.test.people.system, { license: rn, user: here.ugo.rn })).status).toBe(200);
    const { birchAdmin } = here.test.people;
    for (const query of [
      { license: rn, user: here.ugo.rn },
      { license: rn },
      { license: rn.replace(/[^:]*$/, 'UNKNOWN') },
      { product: here.product.replace('studio', 'unknown') },
      { product: here.product, user: 'nonsense' },
    ]) {
      expect((await explain(birchAdmin, query)).status).toBe(404);
    }
    expect((await explain(here.ugo, {})).status).toBe(400);
    expect((await explain(here.ugo, { license: rn, product: here.product })).status).toBe(400);
  });

  it('returns the statement that allows the user', async () => {
    const { rn } = await createLicense(here.test, here.account, everyone);
    const { item } = await explain(here.ugo, { license: rn });
    expect(item).toMatchObject({ verdict: 'allow', layer: null, license: rn, change: null });
    expect(item.decisive).toMatchObject({ effect: 'Allow', condition: 'matched', principal: 'absent', applies: true });
  });

  it('names the tags that are missing, nearest statement first', async () => {
    const [one, two] = [await createTag('One'), await createTag('Two')];
    const { id, rn } = await createLicense(here.test, here.account, { kind: 'Tags', tags: [one, two] });
    await here.test.as(here.ada, `POST /iam/v1/users/${here.ugo.id}/tags`, { tag: one });
    const { item } = await explain(here.ada, { license: rn, user: here.ugo.rn });
    expect(item).toMatchObject({ verdict: 'deny', layer: 'policy', change: { kind: 'add-tags', tags: [two] } });
    expect(item.statements).toMatchObject([{ condition: 'missed', 'missing-tags': [two] }]);
    await here.test.as(here.ada, `POST /iam/v1/users/${here.ugo.id}/tags`, { tag: two });
    expect((await explain(here.ada, { license: rn, user: here.ugo.rn })).item.verdict).toBe('allow');
    await here.test.as(here.ada, `PUT /license/v1/licenses/${id}/policies`, { policies: [] });
    expect((await explain(here.ugo, { license: rn })).item).toMatchObject({
      layer: 'policy',
      change: { kind: 'name-user' },
    });
  });

  it('names the layer that refuses', async () => {
    const { id, rn } = await createLicense(here.test, here.account, everyone);
    await consume(here.test, here.ada, here.product);
    expect((await explain(here.ugo, { license: rn })).item).toMatchObject({
      layer: 'seat',
      change: { kind: 'release-seat' },
    });
    expect((await explain(here.ada, { license: rn })).item.verdict).toBe('allow');
    await setLicense(here.test, id, { 'expiry-perpetual': false, 'expiry-date': '2026-01-01' });
    expect((await explain(here.ugo, { license: rn })).item).toMatchObject({
      layer: 'license',
      change: { kind: 'renew-license' },
    });
    await setLicense(here.test, id, { status: 'Suspended' });
    expect((await explain(here.ugo, { license: rn })).item.change?.kind).toBe('resume-license');
    await here.test.as(here.ada, `PUT /iam/v1/users/${here.ugo.id}/status`, { status: 'Inactive' });
    expect((await explain(here.ada, { license: rn, user: here.ugo.rn })).item).toMatchObject({
      layer: 'user',
      change: { kind: 'activate-user' },
    });
    await here.test.as(here.test.people.root, `PUT /admin/v1/accounts/${here.account}/status`, { status: 'Inactive' });
    expect((await explain(here.test.people.root, { license: rn, user: here.ugo.rn })).item.layer).toBe('account');
  });

  it('explains the nearest license of a product', async () => {
    const licensed = async () => (await explain(here.ugo, { product: here.product })).item;
    expect(await licensed()).toMatchObject({ license: null, change: { kind: 'issue-license' } });
    await createLicense(here.test, here.account, everyone, { status: 'Suspended' });
    expect((await licensed()).layer).toBe('license');
    const foreign = await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    await createLicense(here.test, here.account, { kind: 'No one' });
    expect(await licensed()).toMatchObject({ layer: 'policy', license: foreign.rn, change: { kind: 'name-user' } });
    const narrowed = consumePolicy(everyone);
    const taken = await createLicense(here.test, here.account, { kind: 'No one' });
    for (const statement of narrowed.statements) statement.resources.push(taken.rn);
    const policies = JSON.stringify([narrowed]);
    await setLicense(here.test, taken.id, { policies });
    const unnamed = await createLicense(here.test, here.account, everyone, { policies });
    expect(await licensed()).toMatchObject({ verdict: 'allow', license: taken.rn });
    await consume(here.test, here.ada, here.product);
    await setLicense(here.test, taken.id, {
      'lease-state': 'active',
      'lease-id': unknown,
      'holder-id': here.ada.id,
      'expires-at': new Date(Date.now() + 60_000),
    } as never);
    expect(await licensed()).toMatchObject({ layer: 'seat', license: taken.rn });
    expect((await explain(here.ugo, { license: unnamed.rn })).item.layer).toBe('policy');
    const [open] = [
      await createLicense(here.test, here.account, everyone),
      await createLicense(here.test, here.account, everyone),
    ];
    expect(await licensed()).toMatchObject({ verdict: 'allow', license: open.rn });
  });

  it('reads one row for any number of licenses with the same policies', async () => {
    const tags = { kind: 'Tags', tags: [await createTag('Nobody')] } as const;
    for (let made = 0; made < 30; made += 1) await createLicense(here.test, here.account, tags);
    const sent = await recordStatements(async () => {
      expect((await explain(here.ugo, { product: here.product })).item.layer).toBe('policy');
    });
    const client = new pg.Client({ connectionString: here.test.connectionString });
    await client.connect();
    await client.query("set keyhold.account = '*'");
    for (const { text, values } of sent.flatMap(({ reads }) => reads)) {
      expect((await client.query(text, [...values])).rows.length, text).toBeLessThanOrEqual(1);
    }
    await client.end();
  });
});
