import { consumePolicy, consumePolicyName, type Policy, type Statement } from '@keyhold/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../test/app.ts';
import { consume, createLicense, everyone, openLeaseTest, setLicense } from '../../../test/licensing/leases.ts';
import { signInAgain } from '../../../test/sign-in/sessions.ts';
import { inTransaction } from '../../db/database.ts';
import { purge } from '../../jobs/purge.ts';

const here = openLeaseTest();

const [allowEveryone] = consumePolicy(everyone).statements as [Statement];

function deny(...users: readonly Person[]): Statement {
  const principals = users.map(({ rn }) => ({ id: rn, provider: 'keyhold-iam' }));
  return { ...allowEveryone, effect: 'Deny', principals, conditions: [] };
}

function denyTag(tag: string): Statement {
  return {
    ...allowEveryone,
    effect: 'Deny',
    conditions: [{ type: 'Tag', logic: 'All', operator: 'Equals', tags: [tag] }],
  };
}

const allBut = (...users: readonly Person[]): Policy[] => [
  { name: consumePolicyName, statements: [allowEveryone, deny(...users)] },
];

async function issue(policies: readonly Policy[]): Promise<{ readonly id: string; readonly rn: string }> {
  const license = await createLicense(here.test, here.account, everyone);
  await setLicense(here.test, license.id, { policies: JSON.stringify(policies) });
  return license;
}

async function save(id: string, policies: readonly Policy[]) {
  const { status, body } = await here.test.as(here.ada, `PUT /license/v1/licenses/${id}/policies`, { policies });
  return [status, body.problems?.[0]?.path];
}

async function read(id: string) {
  const { body } = await here.test.as(here.ada, `GET /license/v1/licenses/${id}?resolve=all`);
  const item = body['item'] as unknown as { policies: Policy[]; state: { user: string | null } };
  return { ...item, resources: Object.keys(body['resources'] as object) };
}

async function createTag(name: string): Promise<string> {
  const reply = await here.test.as(here.ada, 'POST /iam/v1/tags', { name, 'account-id': here.account });
  return reply.body.item.rn;
}

const idOf = (rn: string) => rn.split(':').at(-1) as string;

describe('a Deny statement', () => {
  it('still denies a user who was deleted and restored', async () => {
    const { id, rn } = await issue(allBut(here.ugo));
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('not-eligible');
    await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`);
    expect((await read(id)).policies).toEqual(allBut(here.ugo));
    await here.test.as(here.ada, `POST /iam/v1/users/${here.ugo.id}/restore`);
    const ugo = await signInAgain(here.test, here.ugo);
    expect((await consume(here.test, ugo, here.product)).code).toBe('not-eligible');
    const explained = await here.test.as(ugo, `GET /license/v1/explain?license=${rn}`);
    expect(explained.body.item).toMatchObject({ verdict: 'deny', layer: 'policy', change: { kind: 'remove-denial' } });
  });

  it('keeps a deleted user, while statements that allow them lose them', async () => {
    const named = consumePolicy({ kind: 'User', user: here.ugo.rn });
    const { id } = await issue([{ ...named, statements: [...named.statements, deny(here.ugo, here.ada)] }]);
    await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`);
    const statements = [...consumePolicy({ kind: 'No one' }).statements, deny(here.ugo, here.ada)];
    expect((await read(id)).policies).toEqual([{ ...named, statements }]);
  });

  it('changes nothing for the holder of a license when the user it denies is deleted', async () => {
    const { id } = await issue(allBut(here.ugo));
    expect((await consume(here.test, here.ada, here.product)).status).toBe(201);
    await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`);
    const { state, resources } = await read(id);
    expect(state.user).toBe(here.ada.rn);
    expect(resources).toContain(here.ada.rn);
    expect(resources).not.toContain(here.ugo.rn);
  });

  it('can be saved with the deleted users that it already denies, and with no others', async () => {
    const [gone, never] = [here.ugo, await here.test.createPerson(here.account, 'Nils', null)];
    const { id } = await issue(allBut(gone));
    for (const user of [gone, never]) await here.test.as(here.ada, `DELETE /iam/v1/users/${user.id}`);
    expect(await save(id, allBut(gone))).toEqual([200, undefined]);
    expect(await save(id, allBut(gone, here.ada))).toEqual([200, undefined]);
    const path = 'policies.0.statements.1.principals.1.id';
    expect(await save(id, allBut(gone, never))).toEqual([400, path]);
    const allowed = consumePolicy({ kind: 'User', user: gone.rn });
    expect(await save(id, [allowed])).toEqual([400, 'policies.0.statements.0.principals.0.id']);
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      sql`update users set "deleted-on" = now() - interval '31 days' where id = ${gone.id}`.execute(tx),
    );
    await purge(here.test.services.db, 30);
    expect(await save(id, allBut(gone))).toEqual([200, undefined]);
  });

  it('prevents the deletion of its tags', async () => {
    const tag = await createTag('Denied');
    const { id } = await issue([{ name: consumePolicyName, statements: [allowEveryone, denyTag(tag)] }]);
    const refused = await here.test.as(here.ada, `DELETE /iam/v1/tags/${idOf(tag)}`);
    expect([refused.status, refused.body.problems?.[0]?.code]).toEqual([409, 'tag-in-use']);
    expect((await read(id)).resources).toContain(tag);
  });
});

it('a policy that allows several users keeps the license with its holder when another of them is deleted', async () => {
  const [ofAda, ofUgo] = [here.ada, here.ugo].map(({ rn }) => consumePolicy({ kind: 'User', user: rn }).statements);
  const { id } = await issue([{ name: consumePolicyName, statements: [...(ofAda ?? []), ...(ofUgo ?? [])] }]);
  const { lease } = await consume(here.test, here.ada, here.product);
  await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`);
  const beat = await here.test.as(here.ada, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
  expect([beat.status, (await read(id)).state.user]).toEqual([200, here.ada.rn]);
});

describe('policies', () => {
  it('have any name and any effect, also empty ones', async () => {
    const { id } = await issue([]);
    const policies = [{ name: '', statements: [{ ...allowEveryone, effect: '' }] }];
    expect(await save(id, policies)).toEqual([200, undefined]);
    expect((await read(id)).policies).toEqual(policies);
  });
});

describe('a policy that does not decide who may consume', () => {
  it('can be saved with the deleted tags that it already names, and with no others', async () => {
    const [gone, never] = [await createTag('Gone'), await createTag('Never')];
    const rules = (...tags: readonly string[]): Policy[] => [{ name: 'House rules', statements: tags.map(denyTag) }];
    const { id } = await issue(rules(gone));
    for (const tag of [gone, never]) {
      expect((await here.test.as(here.ada, `DELETE /iam/v1/tags/${idOf(tag)}`)).status).toBe(200);
    }
    expect((await read(id)).resources).not.toContain(gone);
    expect(await save(id, rules(gone))).toEqual([200, undefined]);
    expect(await save(id, rules(gone, never))).toEqual([400, 'policies.0.statements.1.conditions.0.tags.0']);
    const consumers = consumePolicy({ kind: 'Tags', tags: [gone] });
    expect(await save(id, [...rules(gone), consumers])).toEqual([400, 'policies.1.statements.0.conditions.0.tags.0']);
  });
});
