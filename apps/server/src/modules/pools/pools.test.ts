import { consumePolicy, parseRn } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest } from '../../../test/licensing/leases.ts';
import { waitInLine } from '../../../test/licensing/waiting.ts';

const here = openLeaseTest();
const ask = (route: Parameters<typeof here.test.as>[1], body?: object) => here.test.as(here.ada, route, body);
const nobody = { kind: 'No one' } as const;
let names = 0;

async function create(body: object = {}) {
  names += 1;
  const reply = await ask('POST /license/v1/pools', {
    'account-id': here.account,
    name: `Pool ${names}`,
    product: here.product,
    ...body,
  });
  const item = reply.body.item as unknown as Record<string, unknown>;
  return {
    status: reply.status,
    problem: reply.body.problems?.[0],
    item,
    id: item && parseRn(String(item['rn'])).resourceId,
  };
}

async function createTag(name: string): Promise<{ id: string; rn: string }> {
  const { body } = await ask('POST /iam/v1/tags', { name, 'account-id': here.account });
  return { id: parseRn(body.item.rn).resourceId, rn: body.item.rn };
}

describe('A pool', () => {
  it('is created with named licenses, which show its policies and refuse their own', async () => {
    const one = await createLicense(here.test, here.account, everyone);
    const { status, item, id } = await create({ licenses: [one.rn], consumers: { kind: 'everyone' } });
    expect(status).toBe(201);
    expect(item).toMatchObject({
      product: here.product,
      seats: 1,
      'overdraft-seats': 0,
      'in-use': 0,
      offline: 0,
      waiting: 0,
    });
    expect(item['policies']).toEqual([consumePolicy(everyone)]);
    expect(item['rules']).toEqual({
      'per-user': null,
      shares: null,
      offline: null,
      'idle-minutes': null,
      priorities: null,
    });
    const license = (await ask(`GET /license/v1/licenses/${one.id}`)).body.item;
    expect(license).toMatchObject({ pool: item['rn'], overdraft: false, policies: [consumePolicy(everyone)] });
    const own = await ask(`PUT /license/v1/licenses/${one.id}/policies`, { policies: [] });
    expect([own.status, own.body.problems?.[0]?.code, own.body.errors[0]]).toEqual([
      409,
      'in-pool',
      `This license belongs to the pool ${item['name']}, which decides who may use it.`,
    ]);
    const bulk = await ask('POST /license/v1/licenses/bulk/policies', {
      'account-id': here.account,
      ids: [one.id],
      consumers: { kind: 'no-one' },
    });
    expect(bulk.body).toMatchObject({ failures: [{ code: 'in-pool' }] });
    expect((await ask(`GET /license/v1/pools/${id}`)).body.item).toEqual(item);
    expect((await ask('GET /license/v1/pools')).body).toMatchObject({ items: [item], total: 1 });
  });

  it('is listed with when the first of its licenses ends', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() + days * day);
    const ending = (days: number) => ({ 'expiry-perpetual': false, 'expiry-date': at(days) });
    const made = [];
    for (const fields of [ending(20), ending(5), ending(-5), {}])
      made.push(await createLicense(here.test, here.account, nobody, fields));
    const dated = await create({ licenses: made.map(({ rn }) => rn) });
    const lasting = await createLicense(here.test, here.account, nobody);
    const { item } = await create({ licenses: [lasting.rn] });
    const { body } = await ask('GET /license/v1/pools');
    const { 'ends-next': ends } = body as unknown as { 'ends-next': Record<string, string> };
    expect(Object.keys(ends)).toEqual([dated.item['rn']]);
    expect(Object.keys(ends)).not.toContain(item['rn']);
    expect(Math.round((Date.parse(ends[String(dated.item['rn'])] ?? '') - Date.now()) / day)).toBe(5);
  });

  it('takes by number the licenses that nobody may use, the longest lasting first', async () => {
    const soon = new Date(Date.now() + 86_400_000);
    const short = await createLicense(here.test, here.account, nobody, {
      'expiry-perpetual': false,
      'expiry-date': soon,
    });
    const long = await createLicense(here.test, here.account, nobody);
    await createLicense(here.test, here.account, everyone);
    const { item, id } = await create({ count: 1 });
    const pooled = async () =>
      (await ask('GET /license/v1/licenses')).body.items
        .filter((one) => one['pool'] === item['rn'])
        .map(({ rn }) => rn);
    expect(await pooled()).toEqual([long.rn]);
    const more = await ask(`POST /license/v1/pools/${id}/licenses`, { count: 2 });
    expect([more.status, more.body.problems?.[0]]).toMatchObject([409, { code: 'not-enough', available: 1 }]);
    expect((await ask(`POST /license/v1/pools/${id}/licenses`, { count: 1 })).body.item).toMatchObject({ seats: 2 });
    expect((await ask(`POST /license/v1/pools/${id}/licenses/remove`, { count: 1 })).body.item).toMatchObject({
      seats: 1,
    });
    expect(await pooled()).toEqual([long.rn]);
    expect((await ask(`GET /license/v1/licenses/${short.id}`)).body.item).toMatchObject({ pool: null, policies: [] });
  });

  it('refuses licenses of another pool or product, unknown ones, and a taken name', async () => {
    const one = await createLicense(here.test, here.account, everyone);
    const first = await create({ licenses: [one.rn] });
    expect(await create({ licenses: [one.rn] })).toMatchObject({ status: 409, problem: { code: 'in-pool' } });
    expect(await create({ name: String(first.item['name']).toUpperCase() })).toMatchObject({
      status: 409,
      problem: { code: 'pool-name-taken' },
    });
    expect(await create({ licenses: [`${one.rn}X`] })).toMatchObject({ status: 400, problem: { path: 'licenses.0' } });
    expect(await create({ licenses: [], count: 1 })).toMatchObject({ status: 400, problem: { path: 'count' } });
    expect(await create({ consumers: { kind: 'users', users: [] } })).toMatchObject({ status: 400 });
  });

  it('names several users and machines as its consumers', async () => {
    const machine = await ask('POST /iam/v1/service-accounts', { name: 'Farm', 'account-id': here.account });
    const users = [here.ugo.rn, machine.body.item.rn];
    const { status, item } = await create({ consumers: { kind: 'users', users } });
    expect(status).toBe(201);
    expect(item['policies']).toMatchObject([
      { statements: [{ principals: users.map((id) => ({ id, provider: 'keyhold-iam' })) }] },
    ]);
  });

  it('reserves no more seats than it has, and keeps the tags that it names', async () => {
    const tag = await createTag('Night shift');
    await createLicense(here.test, here.account, nobody);
    const { id } = await create({ count: 1 });
    const share = (reserve: number) => ({ shares: [{ tag: tag.rn, reserve, limit: null }] });
    const refused = await ask(`PUT /license/v1/pools/${id}/rules`, share(2));
    expect([refused.status, refused.body.problems?.[0]?.path]).toEqual([400, 'shares']);
    const set = await ask(`PUT /license/v1/pools/${id}/rules`, share(1));
    expect(set).toMatchObject({ status: 200, body: { above: [], warnings: [] } });
    const deleted = await ask(`DELETE /iam/v1/tags/${tag.id}`);
    expect([deleted.status, deleted.body.problems?.[0]?.code]).toEqual([409, 'tag-in-use']);
    for (const rules of [
      {},
      { offline: { seats: 1, days: 1, tags: [tag.rn] } },
      { priorities: [{ tag: tag.rn, class: 1 }] },
    ]) {
      expect((await ask(`PUT /license/v1/pools/${id}/rules`, rules)).status).toBe(200);
      expect((await ask(`DELETE /iam/v1/tags/${tag.id}`)).status).toBe(Object.keys(rules).length === 0 ? 200 : 409);
      await ask(`POST /iam/v1/tags/${tag.id}/restore`);
    }
    await ask(`PUT /license/v1/pools/${id}/policies`, { consumers: { kind: 'tags', tags: [tag.rn] } });
    await ask(`PUT /license/v1/pools/${id}/rules`, {});
    expect((await ask(`DELETE /iam/v1/tags/${tag.id}`)).status).toBe(409);
  });

  it('gives a tag that stands in several priorities the best class', async () => {
    const one = await createLicense(here.test, here.account, { kind: 'No one' });
    const [tag, bo] = [await createTag('Early shift'), await here.test.createPerson(here.account, 'Bo', null)];
    await ask(`POST /iam/v1/users/${bo.id}/tags`, { tag: tag.rn });
    const classes = [3, 1, 2].map((each) => ({ tag: tag.rn, class: each }));
    const rules = { priorities: classes };
    const { status, item, id } = await create({ licenses: [one.rn], consumers: { kind: 'everyone' }, rules });
    expect([status, item['rules']]).toMatchObject([201, rules]);
    await consume(here.test, here.ugo, here.product);
    await waitInLine(here.test, bo, here.product);
    expect((await ask(`GET /license/v1/pools/${id}/waiting`)).body.items).toMatchObject([{ user: bo.rn, class: 1 }]);
    const shares = [1, 2].map((limit) => ({ tag: tag.rn, limit }));
    const twice = await ask(`PUT /license/v1/pools/${id}/rules`, { shares });
    expect([twice.status, twice.body.problems?.[0]?.path]).toEqual([400, 'shares.1.tag']);
  });

  it('is dated by each change of its seats', async () => {
    const [one, other] = [
      await createLicense(here.test, here.account, { kind: 'No one' }),
      await createLicense(here.test, here.account, { kind: 'No one' }),
    ];
    const { id } = await create({ licenses: [one.rn] });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const root = here.test.people.root;
    const dates = [(await ask(`GET /license/v1/pools/${id}`)).body.item['updated-on']];
    for (const change of [
      () => ask(`POST /license/v1/pools/${id}/licenses`, { licenses: [other.rn] }),
      () => here.test.as(root, `PUT /license/v1/pools/${id}/overdraft`, { seats: 1, until }),
      () => ask(`POST /license/v1/pools/${id}/licenses/remove`, { count: 1 }),
    ]) {
      dates.push((await change()).body.item['updated-on']);
    }
    expect(new Set(dates).size).toBe(4);
    expect(dates.toSorted()).toEqual(dates);
  });

  it('that is deleted leaves its licenses to no one, and logs their holders off', async () => {
    const one = await createLicense(here.test, here.account, everyone);
    const { lease } = await consume(here.test, here.ugo, here.product);
    const { id } = await create({ licenses: [one.rn], consumers: { kind: 'everyone' } });
    const beat = (seq: number) =>
      here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: lease.epoch, seq });
    expect((await beat(1)).status).toBe(200);
    expect((await ask(`DELETE /license/v1/pools/${id}`)).status).toBe(200);
    expect((await beat(2)).body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'consumers-changed' });
    expect((await ask(`GET /license/v1/pools/${id}`)).status).toBe(404);
    expect((await ask(`GET /license/v1/licenses/${one.id}`)).body.item).toMatchObject({ pool: null, policies: [] });
  });

  it('that changes its consumers logs off those who may not use it any more, and nobody else', async () => {
    const licenses = [
      await createLicense(here.test, here.account, everyone),
      await createLicense(here.test, here.account, everyone),
    ];
    const held = [await consume(here.test, here.ugo, here.product), await consume(here.test, here.ada, here.product)];
    const { id, item } = await create({ licenses: licenses.map(({ rn }) => rn), consumers: { kind: 'everyone' } });
    expect((await ask(`GET /license/v1/pools/${id}`)).body.item).toMatchObject({ 'in-use': 2 });
    await ask(`PUT /license/v1/pools/${id}/policies`, { consumers: { kind: 'user', user: here.ada.rn } });
    const beat = (person: typeof here.ada, { lease }: (typeof held)[number]) =>
      here.test.as(person, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: lease.epoch, seq: 1 });
    expect((await beat(here.ugo, held[0] as never)).status).toBe(409);
    expect((await beat(here.ada, held[1] as never)).status).toBe(200);
    expect((await ask(`GET /license/v1/pools/${id}`)).body.item).toMatchObject({ seats: item['seats'], 'in-use': 1 });
  });

  it('gets licenses as they are issued, more than 1,000 at once, and is made by its name', async () => {
    const { root } = here.test.people;
    const terms = { 'account-id': here.account, product: here.product, type: 'Trial', expiry: { perpetual: true } };
    const issue = (body: object) => here.test.as(root, 'POST /license/v1/admin/licenses', { ...terms, ...body });
    const { status, body } = await issue({ pool: { name: 'Farm' }, count: 1001, consumers: { kind: 'everyone' } });
    expect([status, body.items.length]).toEqual([201, 1001]);
    const [pool] = (await ask('GET /license/v1/pools?search=farm')).body.items;
    expect(pool).toMatchObject({ name: 'Farm', seats: 1001, policies: [consumePolicy(everyone)] });
    expect(body.items[0]).toMatchObject({ pool: pool?.rn, policies: [consumePolicy(everyone)] });
    expect((await issue({ pool: pool?.rn })).body.items).toMatchObject([{ pool: pool?.rn }]);
    expect(await issue({ count: 1001 })).toMatchObject({ status: 400, body: { problems: [{ path: 'count' }] } });
    expect(await issue({ pool: pool?.rn, consumers: { kind: 'everyone' } })).toMatchObject({ status: 400 });
    expect((await consume(here.test, here.ugo, here.product)).status).toBe(201);
    expect((await ask(`GET /license/v1/pools/${parseRn(String(pool?.rn)).resourceId}`)).body.item).toMatchObject({
      seats: 1002,
      'in-use': 1,
    });
  });
});
