import { serviceAccountLimit } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { createMaker, type Maker } from '../../../test/made/maker.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let make: Maker;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
afterAll(() => test.close());

const policy = (...actions: string[]) => ({ name: 'Own', statements: [{ actions, effect: 'Allow' }] });

async function create(by: Person, body: object, accountId = test.accounts.acme) {
  return test.as(by, 'POST /iam/v1/service-accounts', { name: 'Machine', 'account-id': accountId, ...body });
}

const refusal = (action: string) => [
  403,
  `You cannot give a service account more rights than you have: you may not do ${action}.`,
];

describe('The rights of a service account', () => {
  it('are its roles and policies, as given', async () => {
    const role = await make.role(test.accounts.acme);
    const created = await create(test.people.acmeAdmin, {
      roles: [role.rn, role.rn],
      policies: [policy('iam:GetTag')],
    });
    const full = { actions: ['iam:GetTag'], effect: 'Allow', principals: [], conditions: [], resources: [] };
    expect([created.status, created.body.item.roles, created.body.item.policies]).toEqual([
      201,
      [role.rn],
      [{ name: 'Own', statements: [full] }],
    ]);
    const path = `/iam/v1/service-accounts/${created.body.item.rn.split(':')[4]}` as const;
    const same = { name: 'Machine', roles: created.body.item.roles, policies: created.body.item.policies };
    expect((await test.as(test.people.acmeAdmin, `PUT ${path}`, same)).body.item).toMatchObject(same);
  });

  it('never exceed those of the actor who creates or changes it', async () => {
    const { acmeAdmin, providerAdmin, accountAdmin } = test.people;
    const machine = await make.serviceAccount(test.accounts.acme);
    const give = (rights: object) =>
      test.as(acmeAdmin, `PUT /iam/v1/service-accounts/${machine.id}`, { name: 'Mightier', ...rights });
    const exceeding: readonly [string[], string][] = [
      [['license:IssueLicense'], 'license:IssueLicense'],
      [['*:*'], 'adm:CreateAccount'],
      [['license:*'], 'license:IssueLicense'],
      [['*:UpdateLicense'], 'license:UpdateLicense'],
    ];
    for (const [actions, missing] of exceeding) {
      for (const reply of [
        await create(acmeAdmin, { policies: [policy(...actions)] }),
        await give({ policies: [policy(...actions)] }),
      ]) {
        expect([actions, reply.status, ...reply.body.errors]).toEqual([actions, ...refusal(missing)]);
        expect(reply.body.problems?.[0]?.code).toBe('exceeds-rights');
      }
    }
    const { provider } = test.accounts;
    const root = await make.role(provider, 'Root Administrator');
    const system = await make.role(provider, 'System Administrator');
    for (const [by, role] of [
      [providerAdmin, root],
      [accountAdmin, root],
      [accountAdmin, system],
      [test.people.system, root],
    ] as const) {
      expect((await create(by, { roles: [role.rn] }, provider)).status).toBe(403);
    }
    expect((await create(test.people.root, { roles: [root.rn] }, provider)).status).toBe(201);
    // A wildcard covers more than a list of the actions that exist today.
    const lister = await test.createPerson(test.accounts.acme, 'Lister', null);
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update users set policies = ${JSON.stringify([
        {
          name: 'Own',
          statements: [
            {
              actions: ['iam:ListServiceAccounts', 'iam:CreateServiceAccount'],
              effect: 'Allow',
              principals: [],
              conditions: [],
              resources: [],
            },
          ],
        },
      ])}::jsonb where id = ${lister.id}`.execute(tx),
    );
    expect((await create(lister, { policies: [policy('iam:ListServiceAccounts')] })).status).toBe(201);
    expect((await create(lister, { policies: [policy('*:ListServiceAccounts')] })).status).toBe(403);
  });

  it('protect it from actors with fewer rights', async () => {
    const { root, acmeAdmin } = test.people;
    const mighty = await create(root, { policies: [policy('license:*')] });
    const path = `/iam/v1/service-accounts/${mighty.body.item.rn.split(':')[4]}` as const;
    const ends = { 'expires-on': new Date(Date.now() + 86_400_000).toISOString() };
    expect((await test.as(acmeAdmin, `GET ${path}`)).status).toBe(200);
    const replies = [
      await test.as(acmeAdmin, `PUT ${path}`, { name: 'Weakened' }),
      await test.as(acmeAdmin, `POST ${path}/tokens`, { name: 'Stolen', ...ends }),
      await test.as(acmeAdmin, `DELETE ${path}`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await test.as(root, `POST ${path}/tokens`, { name: 'Given', ...ends })).status).toBe(201);
  });

  it('cannot name principals, conditions or single resources', async () => {
    const narrowed = [
      { principals: [{ id: test.people.acmeUser.rn, provider: 'keyhold-iam' }] },
      { conditions: [{ type: 'Tag', logic: 'All', operator: 'Equals', tags: [] }] },
      { resources: [test.people.acmeUser.rn] },
    ];
    for (const part of narrowed) {
      const statements = [{ actions: ['iam:GetTag'], effect: 'Allow', ...part }];
      const reply = await create(test.people.acmeAdmin, { policies: [{ name: 'Narrowed', statements }] });
      const [field] = Object.keys(part);
      expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, expect.stringContaining(String(field))]);
    }
  });
});

describe('The service accounts of an account', () => {
  it('are listed for their own account, and for a named account to provider staff', async () => {
    const { people, accounts } = test;
    const there = await make.serviceAccount(accounts.birch);
    const rns = async (by: Person, query = '') =>
      (await test.as(by, `GET /iam/v1/service-accounts${query}`)).body.items.map(({ rn }) => rn);
    expect(await rns(people.birchAdmin)).toEqual([there.rn]);
    expect(await rns(people.accountAdmin, `?account=${accounts.birch}`)).toEqual([there.rn]);
    expect(await rns(people.accountAdmin)).not.toContain(there.rn);
    expect((await test.as(people.acmeAdmin, `GET /iam/v1/service-accounts?account=${accounts.birch}`)).status).toBe(
      404,
    );
  });

  it('are limited in number', async () => {
    const account = await test.createAccount('Full of machines');
    const admin = await test.createPerson(account, 'Fuller', 'Administrator');
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`insert into "service-accounts" ("account-id", name)
        select ${account}::uuid, 'Machine ' || number from generate_series(1, ${serviceAccountLimit - 1}) as number`.execute(
        tx,
      ),
    );
    const replies = await Promise.all([create(admin, {}, account), create(admin, {}, account)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});
