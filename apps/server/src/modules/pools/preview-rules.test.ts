import { noRules } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest } from '../../../test/licensing/leases.ts';
import { refusedBy } from './preview-rules.ts';

const here = openLeaseTest();
const seat = (user: string, tags: readonly string[] = [], offline = false) => ({ user, tags, offline });

describe('A preview of rules', () => {
  it('gives seats in the order in which they were taken, and says who would be refused', () => {
    const uses = [seat('ada'), seat('ada'), seat('ugo'), seat('eve', ['night'])];
    const refused = (rules: object, seats = 4) => [...refusedBy({ ...noRules, ...rules }, seats, uses)];
    expect(refused({})).toEqual([]);
    expect(refused({ 'per-user': 1 })).toEqual(['ada']);
    expect(refused({ shares: [{ tag: 'night', reserve: null, limit: 0 }] })).toEqual(['eve']);
    expect(refused({ shares: [{ tag: 'night', reserve: 2, limit: null }] })).toEqual(['ugo']);
    expect(refused({}, 3)).toEqual(['eve']);
  });

  it('counts those who are offline against their rule and its tags', () => {
    const uses = [seat('ada', ['night'], true), seat('ugo', [], true), seat('eve', ['night'], true)];
    const refused = (seats: number, tags: readonly string[]) => [
      ...refusedBy({ ...noRules, offline: { seats, days: 1, tags: [...tags] } }, 9, uses),
    ];
    expect(refused(2, [])).toEqual(['eve']);
    expect(refused(3, ['night'])).toEqual(['ugo']);
  });

  it('reads who uses the pool now, and changes nothing', async () => {
    const licenses = [
      await createLicense(here.test, here.account, everyone),
      await createLicense(here.test, here.account, everyone),
      await createLicense(here.test, here.account, everyone),
    ];
    const fields = { 'account-id': here.account, name: 'Previewed', product: here.product };
    const body = { ...fields, licenses: licenses.map(({ rn }) => rn), consumers: { kind: 'everyone' } };
    const pool = (await here.test.as(here.ada, 'POST /license/v1/pools', body)).body.item.rn;
    const path = `/license/v1/pools/${pool.split(':').at(-1)}` as const;
    const tag = (await here.test.as(here.ada, 'POST /iam/v1/tags', { name: 'Night', 'account-id': here.account })).body
      .item.rn;
    await here.test.as(here.ada, `POST /iam/v1/users/${here.ugo.id}/tags`, { tag });
    await consume(here.test, here.ugo, here.product);
    await consume(here.test, here.ada, here.product);
    const preview = async (rules: object) => {
      const { people, refused, users } = (await here.test.as(here.ada, `POST ${path}/rules/preview`, rules))
        .body as unknown as Record<string, unknown>;
      return { people, refused, users };
    };
    const share = (limit: number) => ({ shares: [{ tag, reserve: null, limit }] });
    expect(await preview(share(0))).toEqual({ people: 2, refused: 1, users: [here.ugo.rn] });
    expect(await preview(share(1))).toEqual({ people: 2, refused: 0, users: [] });
    expect((await here.test.as(here.ada, `GET ${path}`)).body.item['rules']).toEqual(noRules);
  });

  it('names the machines that it would refuse as service accounts', async () => {
    const { test, ada, account, product } = here;
    const post = async (route: Parameters<typeof test.as>[1], body: object) => (await test.as(ada, route, body)).body;
    const { rn } = (await post('POST /iam/v1/service-accounts', { name: 'Farm', 'account-id': account })).item;
    const token = { name: 'Nodes', 'expires-on': new Date(Date.now() + 86_400_000).toISOString(), addresses: [] };
    const made = await post(`POST /iam/v1/service-accounts/${rn.split(':').at(-1) ?? ''}/tokens`, token);
    const { secret } = made as unknown as { secret: string };
    const licenses = [await createLicense(test, account, everyone), await createLicense(test, account, everyone)];
    const fields = { 'account-id': account, name: 'Farm', product, licenses: licenses.map((license) => license.rn) };
    const pool = await post('POST /license/v1/pools', { ...fields, consumers: { kind: 'users', users: [rn] } });
    const machine = { id: rn, rn, accountId: account, email: '', token: secret };
    for (const device of ['1', '2']) expect((await consume(test, machine, product, { device })).status).toBe(201);
    const path = `POST /license/v1/pools/${pool.item.rn.split(':').at(-1) ?? ''}/rules/preview` as const;
    expect(await post(path, { 'per-user': 1 })).toMatchObject({ people: 1, refused: 1, users: [rn] });
  });
});
