import { consumeActions, consumePolicyName } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/app.ts';
import { createMaker, type Maker } from '../../test/made/maker.ts';
import { inTransaction } from '../db/database.ts';
import { coversPermissions } from './rights.ts';

let test: TestApp;
let make: Maker;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
afterAll(() => test.close());

const policy = (actions: readonly string[], effect = 'Allow') => ({
  name: 'Given',
  statements: [{ actions: [...actions], effect, principals: [], conditions: [], resources: [] }],
});

async function give(by: Person, kind: string, actions: readonly string[], effect?: string) {
  const account = by.accountId;
  const policies = [policy(actions, effect)];
  const body = { 'account-id': account, name: `Given ${make.next()}`, policies };
  const reply =
    kind === 'a service account'
      ? await test.as(by, 'POST /iam/v1/service-accounts', body)
      : await test.as(by, `PUT /license/v1/licenses/${(await make.license(account)).id}/policies`, { policies });
  const { code, path } = reply.body.problems?.[0] ?? {};
  return { status: reply.status, code, path };
}

describe.each(['a service account', 'a license'])('A policy that is given to %s', (kind) => {
  it.each(['adm:ImpersonateUser', 'foo:*', '*:Frobnicate', 'iam', 'iam:List:Users', 'IAM:ListUsers', 'iam:List*'])(
    'names no unknown action: %s',
    async (action) => {
      const path = 'policies.0.statements.0.actions.1';
      for (const effect of ['Allow', 'Deny']) {
        expect(await give(test.people.root, kind, ['iam:ListUsers', action], effect)).toEqual({
          status: 400,
          code: 'invalid',
          path,
        });
      }
    },
  );

  it.each(['adm:ListAccounts', 'license:IssueLicense', 'license:*', 'adm:*', '*:*', '*:ListUsers', '*:ConsumeLicense'])(
    'names nothing that the giver lacks, today or tomorrow: %s',
    async (action) => {
      expect(await give(test.people.acmeAdmin, kind, [action])).toMatchObject({ status: 403, code: 'exceeds-rights' });
      expect((await give(test.people.root, kind, [action])).status).toBe(kind === 'a license' ? 200 : 201);
    },
  );

  it.each(['iam:ListUsers', 'iam:*', 'license:ListLicenses'])('names what the giver has: %s', async (action) => {
    expect((await give(test.people.acmeAdmin, kind, [action])).status).toBe(kind === 'a license' ? 200 : 201);
  });
});

it('a policy of a license names consuming, which the giver may lack, and keeps what others have given', async () => {
  const { acmeAdmin, root } = test.people;
  const { id } = await make.license(acmeAdmin.accountId);
  const path = `/license/v1/licenses/${id}/policies`;
  const foreign = policy(['license:IssueLicense']);
  const consume = { ...policy(consumeActions), name: consumePolicyName };
  expect((await test.as(root, `PUT ${path}`, { policies: [foreign] })).status).toBe(200);
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .updateTable('users')
      .set({ policies: JSON.stringify([policy([...consumeActions], 'Deny')]) })
      .where('id', '=', acmeAdmin.id)
      .execute(),
  );
  // Consuming, ruled out for the giver, takes nothing from the right to decide who may.
  const denied = await test.as(acmeAdmin, `PUT ${path}`, { policies: [foreign, consume] });
  expect(denied.status).toBe(200);
  const changed = { ...foreign, name: 'Given anew' };
  expect((await test.as(acmeAdmin, `PUT ${path}`, { policies: [changed, consume] })).status).toBe(403);
});

describe('coversPermissions', () => {
  it.each([
    [['iam:*'], ['iam:ListUsers', 'iam:Anything'], true],
    [['iam:*'], ['iam:*'], true],
    [['*:*'], ['iam:*', '*:ListUsers', '*:*'], true],
    [['*:ListUsers'], ['*:ListUsers', 'iam:ListUsers'], true],
    [['iam:ListUsers', 'adm:ListUsers', 'license:ListUsers'], ['*:ListUsers'], false],
    [['iam:*', 'adm:*', 'license:*'], ['*:*'], false],
    [['iam:*'], ['adm:ImpersonateUser'], false],
    [['iam:ListUsers', 'iam:Other'], ['iam:*'], false],
  ])('of %j over %j: %s', (mine, theirs, covers) => {
    expect(coversPermissions([policy(mine)], [policy(theirs)])).toBe(covers);
  });

  it('counts what is denied', () => {
    const most = [policy(['*:*']), policy(['iam:DeleteUser'], 'Deny')];
    expect(coversPermissions(most, [policy(['iam:*'])])).toBe(false);
    expect(coversPermissions(most, [policy(['iam:*']), policy(['*:DeleteUser'], 'Deny')])).toBe(true);
    expect(coversPermissions([policy(['iam:*']), policy(['iam:*'], 'Deny')], [policy(['iam:ListUsers'])])).toBe(false);
  });
});
