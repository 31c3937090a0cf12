import { consumePolicy } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest, setLicense } from '../../../test/licensing/leases.ts';

const here = openLeaseTest();

async function createTag(name: string): Promise<string> {
  return (await here.test.as(here.ada, 'POST /iam/v1/tags', { name, 'account-id': here.account })).body.item.rn;
}

async function set(id: string, body: object) {
  const reply = await here.test.as(here.ada, `PUT /license/v1/licenses/${id}/policies`, body);
  return { answer: [reply.status, reply.body.problems?.[0]?.path], policies: reply.body.item?.['policies'] };
}

async function bulk(body: object) {
  const fields = { 'account-id': here.account, ...body };
  return here.test.as(here.ada, 'POST /license/v1/licenses/bulk/policies', fields);
}

const issue = (body: object) =>
  here.test.as(here.test.people.system, 'POST /license/v1/admin/licenses', {
    'account-id': here.account,
    product: here.product,
    type: 'Trial',
    expiry: { perpetual: true },
    ...body,
  });

const kinds = () =>
  [
    [{ kind: 'no-one' }, consumePolicy({ kind: 'No one' })],
    [{ kind: 'user', user: here.ugo.rn }, consumePolicy({ kind: 'User', user: here.ugo.rn })],
    [{ kind: 'everyone' }, consumePolicy({ kind: 'Everyone' })],
  ] as const;

/** The paths of the problems of invalid consumers. */
const invalid = (): [object, string][] => [
  [{ consumers: { kind: 'everyone' }, policies: [] }, 'consumers'],
  [{ consumers: { kind: 'tags', tags: [] } }, 'consumers.tags'],
  [{ consumers: { kind: 'tags' } }, 'consumers.tags'],
  [{ consumers: { kind: 'user' } }, 'consumers.user'],
  [{ consumers: { kind: 'user', user: null } }, 'consumers.user'],
  [{ consumers: { kind: 'no-one', user: here.ugo.rn } }, 'consumers.user'],
  [{ consumers: { kind: 'everyone', tags: [here.ugo.rn] } }, 'consumers.tags'],
  [{ consumers: { kind: 'Everyone' } }, 'consumers.kind'],
  [{ consumers: null }, 'consumers'],
  [{ consumers: { kind: 'user', user: here.test.people.birchUser.rn } }, 'consumers.user'],
  [{ consumers: { kind: 'tags', tags: [here.ugo.rn] } }, 'consumers.tags.0'],
];

describe('consumers in place of policies', () => {
  it('set who may consume a license, and keep its policies of other names', async () => {
    const rules = { name: 'House rules', statements: [] };
    const { id } = await createLicense(here.test, here.account, everyone, { policies: JSON.stringify([rules]) });
    const tag = await createTag('Prepress');
    const all = [...kinds(), [{ kind: 'tags', tags: [tag] }, consumePolicy({ kind: 'Tags', tags: [tag] })] as const];
    for (const [consumers, policy] of all) {
      expect(await set(id, { consumers })).toEqual({ answer: [200, undefined], policies: [rules, policy] });
    }
    for (const [body, path] of [...invalid(), [{}, 'policies'] as const]) {
      expect((await set(id, body)).answer).toEqual([400, path]);
    }
  });

  it('come with licenses that are issued', async () => {
    for (const [consumers, policy] of kinds()) {
      expect((await issue({ consumers })).body.items).toMatchObject([{ policies: [policy] }]);
    }
    const [, policy] = kinds()[1];
    expect((await issue({ policies: [policy] })).body.items).toMatchObject([{ policies: [policy] }]);
    expect((await issue({})).body.items).toMatchObject([{ policies: [] }]);
    for (const [body, path] of invalid()) {
      const reply = await issue(body);
      expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, path]);
    }
  });

  it('are set for many licenses, whose holders are logged off if they may not use them any more', async () => {
    const held = await createLicense(here.test, here.account, everyone);
    const named = await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn });
    expect((await consume(here.test, here.ada, here.product, { license: held.rn })).status).toBe(201);
    const consumers = { kind: 'user', user: here.ugo.rn };
    const ids = [held.id, named.id, 'NOTHING'];
    const reply = await bulk({ ids, consumers });
    expect(reply.body).toMatchObject({ changed: 1, unchanged: 1, failures: [{ id: 'NOTHING', code: 'not-found' }] });
    const { body } = await here.test.as(here.ada, `GET /license/v1/licenses/${held.id}`);
    expect(body.item).toMatchObject({ state: { user: null }, policies: [kinds()[1][1]] });
    expect((await bulk({ search: 'studio', consumers, count: 3 })).status).toBe(412);
    expect((await bulk({ search: 'studio', policies: [], except: [named.id] })).body).toMatchObject({ changed: 1 });
    // No policy and the policy for no one mean the same.
    expect((await bulk({ ids: [held.id], consumers: { kind: 'no-one' } })).body).toMatchObject({ unchanged: 1 });
    await setLicense(here.test, held.id, { policies: '[]' });
    for (const [refused, path] of [...invalid(), [{}, 'policies'] as const]) {
      const answer = await bulk({ ids: [held.id], ...refused });
      expect([answer.status, answer.body.problems?.[0]?.path]).toEqual([400, path]);
    }
  });

  it('are refused where policies allow more than their giver may do', async () => {
    const { id } = await createLicense(here.test, here.account, everyone);
    const [policy] = [kinds()[1][1]];
    const policies = [{ ...policy, statements: [{ ...policy.statements[0], actions: ['adm:ListAccounts'] }] }];
    const reply = await bulk({ ids: [id], policies });
    expect([reply.status, reply.body.problems?.[0]?.code]).toEqual([403, 'exceeds-rights']);
  });
});
