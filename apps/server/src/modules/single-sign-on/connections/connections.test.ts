import { Resolver } from 'node:dns/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { inTransaction } from '../../../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

const path = '/iam/v1/single-sign-on';
const connection = {
  issuer: 'https://login.acme.example',
  'client-id': 'keyhold',
  'client-secret': 'a secret of the provider',
};
const problemOf = ({ status, body }: Awaited<ReturnType<TestApp['as']>>) => [status, body.problems?.[0]?.code];
const refusedField = ({ status, body }: Awaited<ReturnType<TestApp['as']>>) => [status, body.problems?.[0]?.path];
const put = (person: Person, body: object, query = '') => test.as(person, `PUT ${path}${query}`, body);

interface Domain {
  readonly name: string;
  readonly record: string;
  readonly 'verified-on': string | null;
}
const domainsOf = (reply: Awaited<ReturnType<TestApp['as']>>) => reply.body.item['domains'] as Domain[];

/** Mocks the TXT records of a name in DNS. */
function publish(name: string, records: string[][]) {
  vi.spyOn(Resolver.prototype, 'resolveTxt').mockImplementation(async (asked) => {
    if (asked !== name) throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
    return records;
  });
}

describe('the connection of an account', () => {
  it('is null at first, and then as stored, without its secret', async () => {
    const { acmeAdmin } = test.people;
    expect((await test.as(acmeAdmin, `GET ${path}`)).body.item).toBeNull();
    const role = (await test.as(acmeAdmin, 'GET /iam/v1/roles')).body.items[0]?.rn;
    const whole = {
      ...connection,
      domains: [{ name: 'Acme.Example' }],
      'create-users': true,
      'tags-claim': 'groups',
      'default-roles': [role],
      'trust-provider-factor': true,
    };
    const reply = await put(acmeAdmin, whole);
    const { 'client-secret': _secret, ...shown } = whole;
    expect([reply.status, reply.body.item]).toEqual([
      200,
      {
        ...shown,
        domains: [{ name: 'acme.example', 'verified-on': null, record: expect.stringMatching(/^keyhold-domain=/) }],
      },
    ]);
    expect((await test.as(acmeAdmin, `GET ${path}`)).body.item).toEqual(reply.body.item);
    const log = await test.as(acmeAdmin, 'GET /iam/v1/audit?action=iam:UpdateSingleSignOn');
    expect(JSON.stringify(log.body)).not.toContain(connection['client-secret']);
  });

  it('stores its secret sealed, and keeps the stored one when none is sent', async () => {
    const { acmeAdmin } = test.people;
    const stored = () =>
      inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .selectFrom('sign-in-connections')
          .select('client-secret')
          .where('account-id', '=', acmeAdmin.accountId)
          .executeTakeFirstOrThrow(),
      );
    await put(acmeAdmin, connection);
    const before = (await stored())['client-secret'];
    expect(before.includes(Buffer.from(connection['client-secret']))).toBe(false);
    const { 'client-secret': _secret, ...rest } = connection;
    expect((await put(acmeAdmin, { ...rest, 'client-id': 'other' })).status).toBe(200);
    expect((await stored())['client-secret']).toEqual(before);
  });

  it('requires a new secret with another provider, which must not receive the old one', async () => {
    const { acmeAdmin } = test.people;
    await put(acmeAdmin, connection);
    const { 'client-secret': _secret, ...rest } = connection;
    const reply = await put(acmeAdmin, { ...rest, issuer: 'https://login.other.example' });
    expect(refusedField(reply)).toEqual([400, 'client-secret']);
    expect(refusedField(await put(test.people.birchAdmin, rest))).toEqual([400, 'client-secret']);
  });

  it.each([
    ['issuer', { issuer: 'login.acme.example' }],
    ['issuer', { issuer: 'http://login.acme.example' }],
    ['issuer', { issuer: 'https://10.0.0.1' }],
    ['issuer', { issuer: 'https://169.254.169.254/latest' }],
    ['issuer', { issuer: 'https://localhost' }],
    ['issuer', { issuer: 'https://acme.example?a=b' }],
    ['issuer', { issuer: 'https://name:password@acme.example' }],
    ['issuer', { issuer: undefined }],
    ['client-id', { 'client-id': ' ' }],
    ['client-id', { 'client-id': 'x'.repeat(1001) }],
    ['client-secret', { 'client-secret': '' }],
    ['domains', { domains: [{ name: 'acme.example' }, { name: 'ACME.example' }] }],
    ['domains.0.name', { domains: [{ name: 'acme' }] }],
    ['domains.0.name', { domains: [{ name: '*.acme.example' }] }],
    ['domains.0.verified-on', { domains: [{ name: 'acme.example', 'verified-on': '2026-01-01' }] }],
    ['create-users', { 'create-users': 'yes' }],
    ['tags-claim', { 'tags-claim': '' }],
    ['default-roles.0', { 'default-roles': ['keyhold:eu-1:0198c0de-0000-7000-8000-000000000001:role:none'] }],
    ['password', { password: 'x' }],
  ])('rejects an invalid %s', async (field, wrong) => {
    expect(refusedField(await put(test.people.acmeAdmin, { ...connection, ...wrong }))).toEqual([400, field]);
  });

  it('rejects a change that is based on an older state', async () => {
    const { acmeAdmin } = test.people;
    const { etag } = (await put(acmeAdmin, connection)).headers;
    await put(acmeAdmin, { ...connection, 'create-users': true });
    const headers = { 'if-match': String(etag) };
    expect((await test.as(acmeAdmin, `PUT ${path}`, connection, headers)).status).toBe(412);
    expect((await test.as(acmeAdmin, `DELETE ${path}`, undefined, headers)).status).toBe(412);
  });

  it('requires a recent proof', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Stale', 'Administrator');
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('sessions')
        .set({ 'proven-on': new Date(0) })
        .where('user-id', '=', person.id)
        .execute(),
    );
    expect(problemOf(await put(person, connection))).toEqual([403, 'proof-needed']);
    expect(problemOf(await test.as(person, `DELETE ${path}`))).toEqual([403, 'proof-needed']);
    expect((await test.as(person, `GET ${path}`)).status).toBe(200);
  });

  it('cannot be changed by an actor with fewer rights than a user of the account', async () => {
    const { root, system, accountAdmin, providerAdmin } = test.people;
    for (const person of [system, accountAdmin, providerAdmin]) {
      expect((await put(person, connection)).status).toBe(403);
    }
    expect((await put(root, connection)).status).toBe(200);
    expect((await test.as(providerAdmin, `DELETE ${path}`)).status).toBe(403);
    expect((await test.as(root, `DELETE ${path}`)).status).toBe(200);
  });

  it('gives new users no more rights than the actor who configures it has', async () => {
    const person = await test.createPerson(test.accounts.birch, 'Keeper', null);
    await inTransaction(test.services.db, 'every account', async (tx) => {
      const statement = { effect: 'Allow', principals: [], conditions: [], resources: ['*'] };
      const policies = [{ name: 'Own', statements: [{ ...statement, actions: ['iam:UpdateSecurity'] }] }];
      await tx
        .updateTable('users')
        .set({ policies: JSON.stringify(policies) })
        .where('id', '=', person.id)
        .execute();
      await tx.deleteFrom('user-roles').where('user-id', '=', test.people.birchAdmin.id).execute();
    });
    const roles = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('roles').select(['id', 'name']).where('account-id', '=', test.accounts.birch).execute(),
    );
    const role = `${person.rn.split(':user:')[0]}:role:${roles[0]?.id}`;
    const reply = await put(person, { ...connection, 'default-roles': [role] });
    expect(problemOf(reply)).toEqual([403, 'exceeds-rights']);
    expect((await put(person, connection)).status).toBe(200);
  });

  it('allows passwords to be switched off, and cannot be deleted then', async () => {
    const { acmeAdmin } = test.people;
    await put(acmeAdmin, connection);
    const security = { 'second-factor': 'off', 'password-sign-in': false, 'session-hours': null };
    expect((await test.as(acmeAdmin, 'PUT /iam/v1/security', security)).status).toBe(200);
    expect(problemOf(await test.as(acmeAdmin, `DELETE ${path}`))).toEqual([409, 'passwords-off']);
    await test.as(acmeAdmin, 'PUT /iam/v1/security', { ...security, 'password-sign-in': true });
    expect((await test.as(acmeAdmin, `DELETE ${path}`)).status).toBe(200);
    expect((await test.as(acmeAdmin, `GET ${path}`)).body.item).toBeNull();
    expect((await test.as(acmeAdmin, `DELETE ${path}`)).status).toBe(404);
  });

  it('reports why a provider cannot be used', async () => {
    const { acmeAdmin } = test.people;
    expect(problemOf(await test.as(acmeAdmin, `POST ${path}/test`, {}))).toEqual([409, 'connection-missing']);
    await put(acmeAdmin, { ...connection, issuer: 'http://127.0.0.1:1' });
    const refused = await test.as(acmeAdmin, `POST ${path}/test`, {});
    expect(problemOf(refused)).toEqual([409, 'discovery-failed']);
    expect(refused.body.errors).toEqual([
      'The provider did not say what it is: The host refuses connections at this port.',
    ]);
  });
});

describe('a domain', () => {
  const named = (...names: string[]) => ({ ...connection, domains: names.map((name) => ({ name })) });

  it('is proven by its TXT record', async () => {
    const { acmeAdmin } = test.people;
    const [domain] = domainsOf(await put(acmeAdmin, named('proven.example')));
    const verify = () => test.as(acmeAdmin, `POST ${path}/domains/proven.example/verify`, {});
    vi.spyOn(Resolver.prototype, 'resolveTxt').mockRejectedValue(
      Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' }),
    );
    expect(problemOf(await verify())).toEqual([409, 'domain-not-looked-up']);
    publish('_keyhold.another.example', []);
    expect(problemOf(await verify())).toEqual([409, 'domain-not-proven']);
    publish('_keyhold.proven.example', [['v=spf1 -all'], ['keyhold-domain=another']]);
    expect(problemOf(await verify())).toEqual([409, 'domain-not-proven']);
    publish('_keyhold.proven.example', [
      ['v=spf1 -all'],
      [domain?.record.slice(0, 9) ?? '', domain?.record.slice(9) ?? ''],
    ]);
    const reply = await verify();
    expect(domainsOf(reply)[0]).toMatchObject({ name: 'proven.example', 'verified-on': expect.any(String) });
    const stays = domainsOf(await put(acmeAdmin, named('proven.example', 'another.example')));
    expect(stays).toMatchObject([{ name: 'another.example', 'verified-on': null }, domainsOf(reply)[0]]);
    await put(acmeAdmin, named());
    expect(domainsOf(await put(acmeAdmin, named('proven.example')))).toMatchObject([{ 'verified-on': null }]);
  });

  it('is vouched for by provider staff only', async () => {
    const { acmeAdmin, accountAdmin, providerAdmin } = test.people;
    await put(acmeAdmin, named('vouched.example'));
    const vouch = `${path}/domains/vouched.example/vouch?account=${test.accounts.acme}` as const;
    expect((await test.as(acmeAdmin, `POST ${vouch}`, {})).status).toBe(403);
    expect((await test.as(providerAdmin, `POST ${vouch}`, {})).status).toBe(403);
    expect(domainsOf(await test.as(accountAdmin, `POST ${vouch}`, {}))[0]?.['verified-on']).not.toBeNull();
  });

  it('belongs to one account once it is proven, and blocks nobody until then', async () => {
    const { acmeAdmin, root } = test.people;
    const { acme, birch } = test.accounts;
    await put(acmeAdmin, named('shared.example'));
    await put(root, named('shared.example'), `?account=${birch}`);
    const vouch = (account: string) =>
      test.as(root, `POST ${path}/domains/shared.example/vouch?account=${account}`, {});
    expect((await vouch(birch)).status).toBe(200);
    expect(problemOf(await vouch(acme))).toEqual([409, 'domain-taken']);
    const [domain] = domainsOf(await test.as(acmeAdmin, `GET ${path}`));
    publish('_keyhold.shared.example', [[domain?.record ?? '']]);
    const verify = await test.as(acmeAdmin, `POST ${path}/domains/shared.example/verify`, {});
    expect(problemOf(verify)).toEqual([409, 'domain-taken']);
    await test.as(root, `DELETE /admin/v1/accounts/${birch}`);
    expect((await vouch(acme)).status).toBe(200);
  });

  it('of the provider is reserved to the provider account', async () => {
    const { acmeAdmin, root } = test.people;
    const own = test.services.installation.providerEmailDomain;
    expect(problemOf(await put(acmeAdmin, named(own)))).toEqual([409, 'domain-taken']);
    expect((await put(root, named(own))).status).toBe(200);
  });

  it('that the connection does not name is not found', async () => {
    const { acmeAdmin } = test.people;
    await put(acmeAdmin, named('acme.example'));
    expect((await test.as(acmeAdmin, `POST ${path}/domains/birch.example/verify`, {})).status).toBe(404);
  });
});
