import { type AuditRow, consumePolicy } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { issueAddonLicense, issueLicense } from '../../../../test/licensing/issued-licenses.ts';
import { consume, createLicense, createProduct, everyone, setLicense } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

let test: TestApp;
let acme: string;
let birch: string;
beforeAll(async () => {
  test = await createTestApp();
  ({ acme, birch } = test.accounts);
});
afterAll(() => test.close());

const move = (key: string, account: string, by = test.people.root) =>
  test.as(by, `PUT /license/v1/licenses/${key}/account`, { 'account-id': account });

/** The audit entries about the move of a key in the log that a person reads. */
async function entries(person: Person, key: string, account?: string): Promise<AuditRow[]> {
  const query = account === undefined ? '' : `&account=${account}`;
  const { body } = await test.as(person, `GET /iam/v1/audit?sort=seq&action=license:MoveLicense${query}`);
  return (body.items as unknown as AuditRow[]).filter(({ resource }) => resource.endsWith(key));
}

async function exported(person: Person): Promise<string> {
  const headers = { authorization: `Bearer ${person.token}` };
  return (await test.app.inject({ url: '/iam/v1/audit/export?action=license:MoveLicense', headers })).body;
}

describe('a move to another account', () => {
  it('is recorded in both logs, each with its own rn', async () => {
    const { key } = await issueLicense(test, acme, [consumePolicy({ kind: 'User', user: test.people.acmeUser.rn })]);
    const addon = await issueAddonLicense(test, acme, 'told-by-both');
    await test.as(test.people.root, `POST /license/v1/licenses/${key}/addons`, { addon: addon.rn });
    expect((await move(key, birch)).status).toBe(200);
    const { acmeAdmin, birchAdmin } = test.people;
    for (const [id, type] of [
      [key, 'license'],
      [addon.key, 'addon-license'],
    ] as const) {
      expect(await entries(acmeAdmin, id)).toMatchObject([
        {
          resource: `keyhold:eu-1:${acme}:${type}:${id}`,
          before: { rn: `keyhold:eu-1:${acme}:${type}:${id}` },
          after: { moved: 'to another account' },
        },
      ]);
      expect(await entries(birchAdmin, id)).toMatchObject([
        {
          resource: `keyhold:eu-1:${birch}:${type}:${id}`,
          before: null,
          after: { moved: 'here', rn: `keyhold:eu-1:${birch}:${type}:${id}` },
        },
      ]);
    }
  });

  it('names the other account only to provider staff', async () => {
    const { key } = await issueLicense(test, acme, [consumePolicy({ kind: 'User', user: test.people.acmeUser.rn })]);
    await move(key, birch);
    const { acmeAdmin, acmeUser, birchAdmin, accountAdmin } = test.people;
    for (const log of [JSON.stringify(await entries(acmeAdmin, key)), await exported(acmeAdmin)]) {
      expect(log).toContain(key);
      expect(log).not.toContain(birch);
      expect(log).not.toContain('Birch Media');
    }
    for (const log of [JSON.stringify(await entries(birchAdmin, key)), await exported(birchAdmin)]) {
      expect(log).toContain(key);
      for (const internal of [acme, 'Acme Print', acmeUser.id]) expect(log).not.toContain(internal);
    }
    const account = (id: string, name: string) => ({ rn: `keyhold:eu-1:${id}:account:${id}`, name });
    expect((await entries(accountAdmin, key, acme))[0]?.after).toMatchObject({
      'other-account': account(birch, 'Birch Media'),
    });
    expect((await entries(accountAdmin, key, birch))[0]?.after).toMatchObject({
      'other-account': account(acme, 'Acme Print'),
    });
  });

  it('succeeds concurrently with a move in the opposite direction', async () => {
    const [one, other] = [await issueLicense(test, acme), await issueLicense(test, birch)];
    for (let round = 0; round < 10; round += 1) {
      const [to, from] = round % 2 === 0 ? [birch, acme] : [acme, birch];
      const replies = await Promise.all([move(one.key, to), move(other.key, from)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it('is refused while a user is being logged off, and does not reveal the last user', async () => {
    const product = await createProduct(test);
    const { id } = await createLicense(test, acme, everyone);
    const { acmeAdmin, acmeUser, birchAdmin, root } = test.people;
    await consume(test, acmeUser, product);
    expect((await move(id, birch)).body.problems?.[0]?.code).toBe('in-use');
    await test.as(acmeAdmin, `POST /license/v1/licenses/${id}/unassign`, {});
    expect((await move(id, birch)).body.problems?.[0]?.code).toBe('in-use');
    await test.as(acmeAdmin, `POST /license/v1/licenses/${id}/unassign`, { mode: 'now' });
    expect((await move(id, birch)).status).toBe(200);
    for (const person of [birchAdmin, root]) {
      const { body } = await test.as(person, `GET /license/v1/licenses/${id}/usage`);
      expect(body.item).toMatchObject({ 'last-user': null, uses: 0 });
    }
  });

  it('resets the expiry notification, so that the new account is notified too', async () => {
    const { key } = await issueLicense(test, acme);
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await setLicense(test, key, { 'expiry-perpetual': false, 'expiry-date': soon, 'expiry-told': soon });
    await move(key, birch);
    const [row] = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('licenses').select('expiry-told').where('id', '=', key).execute(),
    );
    expect(row).toEqual({ 'expiry-told': null });
  });

  it('updates the search', async () => {
    const { key } = await issueLicense(test, acme);
    const addon = await issueAddonLicense(test, acme, 'searched-for');
    await test.as(test.people.root, `POST /license/v1/licenses/${key}/addons`, { addon: addon.rn });
    expect((await move(key, birch)).status).toBe(200);
    const { acmeAdmin, birchAdmin } = test.people;
    const found = async (person: Person, list: string, search: string) =>
      (await test.as(person, `GET /license/v1/${list}?search=${search}`)).body.items.length;
    for (const [list, id] of [
      ['licenses', key],
      ['addon-licenses', addon.key],
    ] as const) {
      expect([list, await found(birchAdmin, list, id), await found(acmeAdmin, list, id)]).toEqual([list, 1, 0]);
    }
  });
});
