import { consumePolicy } from '@keyhold/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { issueLicense } from '../../test/licensing/issued-licenses.ts';
import { serverCaller } from '../access/actor.ts';
import { inTransaction } from '../db/database.ts';
import { rnOf } from '../installation.ts';
import { auditAll } from './audit.ts';
import { checkAuditChains } from './audit-chains.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function rowsOf(account: string) {
  return inTransaction(test.services.db, { account }, (tx) =>
    tx.selectFrom('audit').selectAll().orderBy('seq').execute(),
  );
}

async function createTag(name: string) {
  const { acmeAdmin } = test.people;
  return test.as(acmeAdmin, 'POST /iam/v1/tags', { name, 'account-id': acmeAdmin.accountId });
}

describe('the audit log', () => {
  it('records actor, action, resource, and the state before and after', async () => {
    const created = await createTag('Audited');
    const { rn } = created.body.item;
    await test.as(test.people.acmeAdmin, `PUT /iam/v1/tags/${rn.split(':').at(-1)}`, { name: 'Audited twice' });
    const rows = (await rowsOf(test.accounts.acme)).filter((row) => row.resource === rn);
    expect(rows.map((row) => row.action)).toEqual(['iam:CreateTag', 'iam:UpdateTag']);
    expect(rows[1]).toMatchObject({
      actor: { rn: test.people.acmeAdmin.rn, email: test.people.acmeAdmin.email },
      before: { name: 'Audited' },
      after: { name: 'Audited twice' },
      address: '127.0.0.1',
    });
    expect(rows[1]?.['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('keeps the names of the resources that a change refers to', async () => {
    const { acmeAdmin, acmeUser } = test.people;
    const tag = (await createTag('Night shift')).body.item.rn;
    const role = (await test.as(acmeAdmin, 'GET /iam/v1/roles')).body.items.find(
      ({ name }) => name === 'Administrator',
    );
    const { key, of: product } = await issueLicense(test, test.accounts.acme);
    await test.as(acmeAdmin, `POST /iam/v1/users/${acmeUser.id}/tags`, { tag });
    await test.as(acmeAdmin, `POST /iam/v1/users/${acmeUser.id}/roles`, { role: role?.rn });
    const policies = [consumePolicy({ kind: 'User', user: acmeUser.rn })];
    await test.as(acmeAdmin, `PUT /license/v1/licenses/${key}/policies`, { policies });
    await test.as(acmeAdmin, `DELETE /iam/v1/users/${acmeUser.id}/tags/${tag.split(':').at(-1)}`);
    const rows = await rowsOf(test.accounts.acme);
    const sides = (action: string) => {
      const row = rows.findLast((one) => one.action === action);
      return [row?.before, row?.after].map((side) => (side as { names?: unknown } | null)?.names);
    };
    const administrator = { [role?.rn ?? '']: 'Administrator' };
    expect(sides('iam:AddUserTag')).toEqual([undefined, { [tag]: 'Night shift' }]);
    expect(sides('iam:AddUserRole')).toEqual([{ [tag]: 'Night shift' }, { [tag]: 'Night shift', ...administrator }]);
    expect(sides('iam:RemoveUserTag')).toEqual([{ [tag]: 'Night shift', ...administrator }, administrator]);
    const named = { [product]: expect.any(String) };
    expect(sides('license:SetLicensePolicies')).toEqual([named, { ...named, [acmeUser.rn]: acmeUser.email }]);
  });

  it('contains no names of another account, even for texts that look like an rn', async () => {
    const { acmeAdmin, birchUser, root } = test.people;
    const { acme, birch } = test.accounts;
    const posing = birchUser.rn.replace(birch, acme);
    const texts = [birchUser.rn, posing, posing.replace(/:[^:]+$/, ':nobody'), 'keyhold:eu-1:none:product:none'];
    for (const who of [acmeAdmin, root]) {
      for (const [index, description] of texts.entries()) {
        const body = { name: `Posing ${who.email} ${index}`, description, 'account-id': acme };
        expect((await test.as(who, 'POST /iam/v1/tags', body)).status).toBe(201);
      }
    }
    const rows = (await rowsOf(acme)).filter(({ after }) =>
      texts.includes((after as { description: string })?.description),
    );
    expect(rows).toHaveLength(8);
    for (const { after } of rows) expect((after as { names?: object }).names ?? {}).toEqual({});
  });

  it('records nothing for a rejected change', async () => {
    const before = await rowsOf(test.accounts.acme);
    await createTag('Audited twice');
    expect(await rowsOf(test.accounts.acme)).toHaveLength(before.length);
  });

  it('keeps one unbroken chain per account under concurrent writers', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => createTag(`Parallel ${index}`)));
    const rows = await rowsOf(test.accounts.acme);
    expect(rows.map((row) => Number(row.seq))).toEqual(rows.map((_, index) => index + 1));
    for (const [index, row] of rows.entries()) {
      expect(row.previous).toEqual(rows[index - 1]?.hash ?? Buffer.alloc(0));
    }
    const { rows: broken } = await inTransaction(test.services.db, { account: test.accounts.acme }, (tx) =>
      sql`select seq from audit where hash <> "audit-hash"(audit)`.execute(tx),
    );
    expect(broken).toEqual([]);
  });

  it('keeps the chains unbroken when one change has many entries, beside those who write one', async () => {
    const { acme, birch } = test.accounts;
    const entries = (account: string) =>
      Array.from({ length: 30 }, (_, index) => ({
        action: 'iam:CreateTag' as const,
        resource: rnOf(test.services.installation, account, 'tag', `many-${index}`),
        after: { number: index },
      }));
    const lengths = await Promise.all([acme, birch].map(async (account) => (await rowsOf(account)).length));
    const many = () =>
      inTransaction(test.services.db, 'every account', async (tx) =>
        auditAll(tx, serverCaller(test.services.installation), [acme, birch].toSorted().flatMap(entries)),
      );
    await Promise.all([many(), createTag('Beside many'), many()]);
    for (const [index, account] of [acme, birch].entries()) {
      const rows = await rowsOf(account);
      expect(rows.length).toBe((lengths[index] ?? 0) + 60 + (account === acme ? 1 : 0));
      expect(rows.map((row) => Number(row.seq))).toEqual(rows.map((_, place) => place + 1));
    }
    const client = new pg.Client({ connectionString: test.connectionString });
    await client.connect();
    await client.query("set keyhold.account = '*'");
    expect(await checkAuditChains(client).finally(() => client.end())).toMatchObject({ broken: [] });
  });

  it('chains an entry for which the application made up a hash, and appends none to an account that is not seen', async () => {
    const { acme, birch } = test.accounts;
    await inTransaction(test.services.db, { account: acme }, (tx) =>
      sql`insert into audit ("account-id", seq, actor, action, resource, previous, hash)
        values (${acme}, 999999, '{}', 'iam:CreateTag', 'made up', '\\x00', '\\x00')`.execute(tx),
    );
    const rows = await rowsOf(acme);
    expect(rows.at(-1)).toMatchObject({ resource: 'made up', seq: rows.length, previous: rows.at(-2)?.hash });
    const foreign = inTransaction(test.services.db, { account: acme }, (tx) =>
      sql`select "append-audit"(${JSON.stringify([{ account: birch, action: 'x', resource: 'x' }])}::jsonb, '{}', null, null)`.execute(
        tx,
      ),
    );
    await expect(foreign).rejects.toThrow('An entry is of an account that is not seen.');
  });

  it('cannot be changed or shortened by the application', async () => {
    const { acme } = test.accounts;
    for (const statement of [sql`update audit set action = 'x'`, sql`delete from audit`, sql`truncate audit`]) {
      const attempt = inTransaction(test.services.db, { account: acme }, (tx) => statement.execute(tx));
      await expect(attempt).rejects.toThrow('permission denied');
    }
  });
});
