import { tokenLimit } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { recordStatements } from '../../../test/lists/recorded-statements.ts';
import { createMaker, type Maker } from '../../../test/made/maker.ts';
import type { Made } from '../../../test/made/making.ts';
import { inTransaction } from '../../db/database.ts';
import { notifyOfTokenEnds } from './notify-of-token-ends.ts';

let test: TestApp;
let make: Maker;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
afterAll(() => test.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Changes the database bypassing this node, as another node does. */
function elsewhere(statement: RawBuilder<unknown>): Promise<unknown> {
  return inTransaction(test.services.db, 'every account', (tx) => statement.execute(tx));
}

interface Machine extends Made {
  /** Makes calls with its token. */
  readonly bearer: Person;
  readonly tokenId: string;
}

/** A service account of an account, with a role and a token, created by API calls. */
async function createMachine(account = test.accounts.acme, options: { role?: string; addresses?: string[] } = {}) {
  const { root } = test.people;
  const role = await make.role(account, options.role ?? 'Administrator');
  const body = { name: `Machine ${make.next()}`, roles: [role.rn], 'account-id': account };
  const { item } = (await test.as(root, 'POST /iam/v1/service-accounts', body)).body;
  const id = String(item.rn.split(':')[4]);
  const { addresses = [] } = options;
  const made = await test.as(root, `POST /iam/v1/service-accounts/${id}/tokens`, {
    name: 'Token',
    'expires-on': inDays(30),
    addresses,
  });
  const token = String((made.body as unknown as { secret: string }).secret);
  const bearer = { id, rn: item.rn, accountId: account, email: '', token };
  return { id, rn: item.rn, bearer, tokenId: made.body.item.id } satisfies Machine;
}

const statusOf = async (machine: Machine, call: Parameters<TestApp['as']>[1] = 'GET /iam/v1/tags', body?: object) =>
  (await test.as(machine.bearer, call, body)).status;

describe('A token', () => {
  it('is returned once, listed without its secret, and stored as a hash', async () => {
    const machine = await createMachine();
    const { token } = machine.bearer;
    expect(token).toMatch(/^kh_[0-9A-Za-z]{49}$/);
    const { items } = (await test.as(test.people.acmeAdmin, `GET /iam/v1/service-accounts/${machine.id}/tokens`)).body;
    expect(items).toEqual([
      {
        id: machine.tokenId,
        name: 'Token',
        prefix: token.slice(0, 9),
        'created-on': expect.any(String),
        'expires-on': expect.any(String),
        'last-used-on': null,
        addresses: [],
      },
    ]);
    const log = await test.as(test.people.acmeAdmin, `GET /iam/v1/audit?resource=${machine.rn}`);
    expect(log.body.items.map(({ action }) => action)).toContain('iam:CreateServiceAccountToken');
    const { rows } = await inTransaction(test.services.db, 'every account', (tx) =>
      sql<{ kept: string }>`select to_jsonb(tokens)::text as kept from "service-account-tokens" as tokens
        union all select to_jsonb(audit)::text from audit`.execute(tx),
    );
    expect(rows.filter(({ kept }) => kept.includes(token.slice(12)))).toEqual([]);
  });

  it('acts as its service account, in its account, and is named in the log', async () => {
    const machine = await createMachine();
    const tag = { name: `By ${machine.id}`, 'account-id': test.accounts.acme };
    expect(await statusOf(machine, 'POST /iam/v1/tags', tag)).toBe(201);
    expect(await statusOf(machine, 'POST /iam/v1/tags', { ...tag, 'account-id': test.accounts.birch })).toBe(404);
    expect(await statusOf(machine, `GET /iam/v1/users/${test.people.birchUser.id}`)).toBe(404);
    expect(await statusOf(machine, 'GET /admin/v1/accounts')).toBe(403);
    const log = await test.as(test.people.acmeAdmin, `GET /iam/v1/audit?actor=${machine.rn}`);
    expect(log.body.items[0]).toMatchObject({ actor: machine.rn, action: 'iam:CreateTag' });
    expect(log.body.items[0]?.['actor-name']).toMatch(/^Machine /);
  });

  it('of the provider acts across accounts as its roles allow', async () => {
    const machine = await createMachine(test.accounts.provider, { role: 'Account Administrator' });
    expect(await statusOf(machine, `GET /iam/v1/admin/users?account=${test.accounts.acme}`)).toBe(200);
    expect(await statusOf(machine, 'GET /license/v1/admin/products')).toBe(403);
  });

  it('gets the same reply to a repeated idempotent request', async () => {
    const machine = await createMachine();
    const body = { name: `Once by ${machine.id}`, 'account-id': test.accounts.acme };
    const send = () => test.as(machine.bearer, 'POST /iam/v1/tags', body, { 'idempotency-key': 'once' });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.body.item.rn]).toEqual([201, first.body.item.rn]);
  });

  it('cannot do what is reserved to people', async () => {
    const machine = await createMachine();
    const calls = [
      ['POST /auth/v1/logout', {}],
      [`GET /iam/v1/users/${machine.id}/preferences`],
      [`PUT /iam/v1/users/${machine.id}/preferences`, { language: 'de' }],
      [`PUT /iam/v1/users/${machine.id}/password`, { 'current-password': 'x', 'new-password': 'quite a fine one' }],
    ] as const;
    for (const [route, body] of calls) {
      const reply = await test.as(machine.bearer, route, body);
      expect([route, reply.status, ...reply.body.errors]).toEqual([
        route,
        403,
        'Only people can do this, not a service account.',
      ]);
    }
    expect(await statusOf(machine)).toBe(200);
  });

  it('cannot create another token, because only people can prove their identity', async () => {
    const machine = await createMachine();
    const body = { name: 'Child', 'expires-on': inDays(1) };
    const reply = await test.as(machine.bearer, `POST /iam/v1/service-accounts/${machine.id}/tokens`, body);
    expect([reply.status, reply.body.problems?.[0]?.code]).toEqual([403, 'proof-needed']);
    expect(await statusOf(machine, `GET /iam/v1/service-accounts/${machine.id}/tokens`)).toBe(200);
  });

  it('must expire in the future, within two years', async () => {
    const machine = await make.serviceAccount(test.accounts.acme);
    const ask = (ends: unknown) =>
      test.as(test.people.acmeAdmin, `POST /iam/v1/service-accounts/${machine.id}/tokens`, {
        name: 'Ends',
        'expires-on': ends,
      });
    for (const wrong of [undefined, null, 'soon', inDays(-1), inDays(2 * 366 + 1)]) {
      const reply = await ask(wrong);
      expect([wrong, reply.status, reply.body.problems?.[0]?.path]).toEqual([wrong, 400, 'expires-on']);
    }
    expect((await ask(inDays(2 * 365 - 1))).status).toBe(201);
    const day = inDays(7).slice(0, 10);
    expect((await ask(day)).body.item).toMatchObject({ 'expires-on': `${day}T23:59:59.999Z` });
  });

  it('is limited in number', async () => {
    const machine = await createMachine();
    await elsewhere(sql`insert into "service-account-tokens"
      ("account-id", "service-account-id", name, prefix, hash, addresses, "expires-on")
      select ${machine.bearer.accountId}::uuid, ${machine.id}::uuid, 'More', 'kh_', sha256(number::text::bytea), '{}', now() + interval '1 day'
      from generate_series(1, ${tokenLimit - 1}) as number`);
    const one = { name: 'One too many', 'expires-on': inDays(1) };
    const reply = await test.as(test.people.acmeAdmin, `POST /iam/v1/service-accounts/${machine.id}/tokens`, one);
    expect([reply.status, reply.body.problems?.[0]?.code]).toEqual([409, 'too-many-tokens']);
  });
});

describe('An invalid token', () => {
  it('is rejected without a query when its form or checksum is wrong', async () => {
    const { bearer } = await createMachine();
    const wrong = [`${bearer.token}x`, bearer.token.slice(0, -1), 'kh_', bearer.token.replace(/[A-Z]/, '-')];
    const sent = await recordStatements(async () => {
      for (const token of wrong) {
        const reply = await test.as({ ...bearer, token }, 'GET /iam/v1/tags');
        expect([reply.status, ...reply.body.errors]).toEqual([401, 'Authentication is required.']);
      }
    });
    expect(sent.flatMap(({ reads }) => reads)).toEqual([]);
  });
});

describe('A token with allowed addresses', () => {
  const from = (machine: Machine, remoteAddress: string) =>
    test.app.inject({
      url: '/iam/v1/tags',
      remoteAddress,
      headers: { authorization: `Bearer ${machine.bearer.token}` },
    });

  it('is valid only from these addresses, also when it is cached', async () => {
    const machine = await createMachine(test.accounts.acme, { addresses: ['192.0.2.0/28', '2001:db8::/32'] });
    for (const [address, status] of [
      ['192.0.2.15', 200],
      ['192.0.2.16', 403],
      ['::ffff:192.0.2.3', 200],
      ['::ffff:192.0.2.77', 403],
      ['2001:db8:1::7', 200],
      ['2001:db9::7', 403],
      ['192.0.2.15', 200],
    ] as const) {
      const reply = await from(machine, address);
      expect([address, reply.statusCode]).toEqual([address, status]);
      if (status === 403) expect(reply.json().errors).toEqual([`This token is not good at the address ${address}.`]);
    }
  });

  it('requires the addresses to be ranges', async () => {
    const machine = await make.serviceAccount(test.accounts.acme);
    for (const wrong of ['192.0.2.1', '192.0.2.0/33', '2001:db8::/129', 'nonsense/8', '', '300.1.1.1/8']) {
      const reply = await test.as(test.people.acmeAdmin, `POST /iam/v1/service-accounts/${machine.id}/tokens`, {
        name: 'There',
        'expires-on': inDays(1),
        addresses: [wrong],
      });
      expect([wrong, reply.status, reply.body.problems?.[0]?.path]).toEqual([wrong, 400, 'addresses.0']);
    }
  });
});

describe('A cached token', () => {
  const ends: readonly [string, (machine: Machine) => RawBuilder<unknown>][] = [
    ['it is revoked', ({ tokenId }) => sql`delete from "service-account-tokens" where id = ${tokenId}`],
    [
      'it runs out',
      ({ tokenId }) => sql`update "service-account-tokens" set "expires-on" = now() where id = ${tokenId}`,
    ],
    ['its service account is deleted', ({ id }) => sql`delete from "service-accounts" where id = ${id}`],
    [
      'its account is deactivated',
      ({ bearer }) => sql`update accounts set status = 'Inactive' where id = ${bearer.accountId}`,
    ],
    [
      'its account is deleted',
      ({ bearer }) => sql`update accounts set "deleted-on" = now() where id = ${bearer.accountId}`,
    ],
  ];
  for (const [what, end] of ends) {
    it(`opens nothing from the next request on when ${what} on another node`, async () => {
      const machine = await createMachine(await test.createAccount(`Ends when ${what}`));
      expect([await statusOf(machine), await statusOf(machine)]).toEqual([200, 200]);
      await elsewhere(end(machine));
      const tag = { name: what, 'account-id': machine.bearer.accountId };
      expect([await statusOf(machine), await statusOf(machine, 'POST /iam/v1/tags', tag)]).toEqual([401, 401]);
    });
  }

  it('follows the current rights of its service account', async () => {
    const machine = await createMachine();
    expect(await statusOf(machine)).toBe(200);
    const roles = sql`(select "role-id" from "service-account-roles" where "service-account-id" = ${machine.id})`;
    await elsewhere(
      sql`update roles set policies = replace(policies::text, 'iam:*', 'iam:GetUser')::jsonb where id in ${roles}`,
    );
    expect(await statusOf(machine)).toBe(403);
    await elsewhere(
      sql`update roles set policies = replace(policies::text, 'iam:GetUser', 'iam:*')::jsonb where id in ${roles}`,
    );
    expect(await statusOf(machine)).toBe(200);
    await elsewhere(sql`delete from "service-account-roles" where "service-account-id" = ${machine.id}`);
    expect(await statusOf(machine)).toBe(403);
    const own = [
      {
        name: 'Own',
        statements: [{ actions: ['iam:ListTags'], effect: 'Allow', principals: [], conditions: [], resources: [] }],
      },
    ];
    await elsewhere(
      sql`update "service-accounts" set policies = ${JSON.stringify(own)}::jsonb where id = ${machine.id}`,
    );
    expect(await statusOf(machine)).toBe(200);
  });

  it('is confirmed with the query of the request, and its use is recorded at intervals', async () => {
    const machine = await createMachine();
    const used = async () => {
      const list = await test.as(test.people.acmeAdmin, `GET /iam/v1/service-accounts/${machine.id}/tokens`);
      return list.body.items[0]?.['last-used-on'];
    };
    expect(await statusOf(machine)).toBe(200);
    const first = await used();
    expect(first).toEqual(expect.any(String));
    const sent = await recordStatements(async () => {
      for (let times = 0; times < 3; times += 1) expect(await statusOf(machine)).toBe(200);
    });
    // Each request only reads a page of tags, after the opening statement that confirms the token.
    expect(sent.map(({ reads }) => reads.length)).toEqual([1, 1, 1]);
    expect(sent.every(({ opening }) => opening.text.includes('"service-account-tokens"'))).toBe(true);
    expect(await used()).toBe(first);
  });

  it('ends when it is revoked, or its service account is deleted', async () => {
    const [one, other] = [await createMachine(), await createMachine()];
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200]);
    const { acmeAdmin } = test.people;
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/service-accounts/${one.id}/tokens/${one.tokenId}`)).status).toBe(
      200,
    );
    expect((await test.as(acmeAdmin, `DELETE /iam/v1/service-accounts/${other.id}`)).status).toBe(200);
    expect([await statusOf(one), await statusOf(other)]).toEqual([401, 401]);
  });

  it('ends its streams when it is revoked', async () => {
    const { id, tokenId } = await createMachine();
    const end = vi.fn();
    const stop = test.services.sessionWatch.watch({ id: tokenId }, end);
    expect(end).not.toHaveBeenCalled();
    await test.as(test.people.acmeAdmin, `DELETE /iam/v1/service-accounts/${id}/tokens/${tokenId}`);
    await vi.waitFor(() => expect(end).toHaveBeenCalled(), soon);
    stop();
  });
});

describe('The maker of a token', () => {
  it('is mailed once, a week before it expires', async () => {
    const { acmeAdmin } = test.people;
    const machine = await make.serviceAccount(test.accounts.acme);
    const path = `/iam/v1/service-accounts/${machine.id}/tokens` as const;
    const created = await test.as(acmeAdmin, `POST ${path}`, { name: 'Ends soon', 'expires-on': inDays(30) });
    await test.as(acmeAdmin, `POST ${path}`, { name: 'Short', 'expires-on': inDays(3) });
    const mails = async () => {
      await notifyOfTokenEnds(test.services.db, test.services.installation);
      return inTransaction(test.services.db, 'every account', (tx) =>
        tx.selectFrom('outbox').select(['recipient', 'text']).where('subject', 'like', '%token ends soon').execute(),
      );
    };
    expect(await mails()).toEqual([]);
    await elsewhere(sql`update "service-account-tokens" set "created-on" = now() - interval '24 days', "expires-on" = now() + interval '6 days'
      where id = ${created.body.item.id}`);
    const sent = await mails();
    expect(sent).toEqual([
      { recipient: acmeAdmin.email, text: expect.stringContaining(`/iam/service-accounts/${machine.id}`) },
    ]);
    expect(sent[0]?.text).toContain(`The token Ends soon (${created.body.item['prefix']}…)`);
    expect(await mails()).toEqual(sent);
  });
});
