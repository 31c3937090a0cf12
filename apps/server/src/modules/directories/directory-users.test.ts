import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { consume, createLicense, createProduct, everyone } from '../../../test/licensing/leases.ts';
import { createDirectory, openDirectoryTest } from '../../../test/sign-in/directories.ts';
import { inTransaction } from '../../db/database.ts';

const here = openDirectoryTest();
const { ask, person, patch, create, refusal, admin } = here;

describe('A user of a directory', () => {
  it('is created with a userName that is an e-mail, which is unique over all accounts', async () => {
    const taken = { userName: here.test.people.birchUser.email.toUpperCase() };
    expect(refusal(await ask('POST /Users', person(taken)))).toEqual([409, 'uniqueness']);
    expect(refusal(await ask('POST /Users', person({ userName: 'bjensen' })))).toEqual([400, 'invalidValue']);
    const { userName: _, ...nameless } = person({ emails: [{ value: here.make.email(), primary: true }] });
    expect(refusal(await ask('POST /Users', nameless))).toEqual([400, 'invalidValue']);
    const { id } = await create();
    const other = await ask(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'userName', value: taken.userName }));
    expect(refusal(other)).toEqual([409, 'uniqueness']);
  });

  it('is Pending until they have a password, or Inactive when they are not active', async () => {
    const statusOf = async ({ id }: { id: string }) => (await admin(`GET /iam/v1/users/${id}`)).body.item['status'];
    expect(await statusOf(await create())).toBe('Pending');
    expect(await statusOf(await create({ active: true }))).toBe('Pending');
    const inactive = await create({ active: false });
    expect([inactive.active, await statusOf(inactive)]).toEqual([false, 'Inactive']);
  });

  it('has a name even when the directory sends none', async () => {
    expect((await create({ name: undefined, displayName: 'Babs Joan Jensen' })).name).toMatchObject({
      givenName: 'Babs',
      familyName: 'Joan Jensen',
    });
    const nameless = await create({ name: undefined, userName: 'only@nameless.example' });
    expect(nameless.displayName).toBe('only nameless.example');
  });

  it('is replaced as a whole, but keeps externalId and active', async () => {
    const made = await create({ externalId: 'bjensen', title: 'Tour Guide', active: false });
    const { body } = await ask(`PUT /Users/${made.id}`, person({ userName: made.userName }));
    expect([body.title, body.externalId, body.active]).toEqual([undefined, 'bjensen', false]);
    const cleared = await ask(`PATCH /Users/${made.id}`, patch({ op: 'remove', path: 'externalId' }));
    expect([cleared.status, cleared.body.externalId]).toEqual([200, undefined]);
  });

  it.each([
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'emails[value eq "none@a.example"].value', value: 'x@a.example' }, 'noTarget'],
    [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ op: 'add', path: 'title' }, 'invalidValue'],
    [{ op: 'replace', path: 'externalId' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq "work"].value' }, 'invalidValue'],
    [{ op: 'replace' }, 'invalidValue'],
    [{ op: 'add', value: 'x' }, 'invalidSyntax'],
    [{ op: 'add', path: 'colour', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
    [{ op: 'add', value: { '__proto__.polluted': 'x' } }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[colour eq "w"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'add', path: 'title', value: { x: 1 } }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'bjensen' }, 'invalidValue'],
    [{ op: 'replace', path: 'externalId', value: 'a\0b' }, 'invalidValue'],
  ])('is not changed by %j', async (operation, keyword) => {
    const made = await create({ title: 'Tour Guide', externalId: 'bjensen' });
    const reply = await ask(`PATCH /Users/${made.id}`, patch(operation));
    expect([...refusal(reply), reply.body.schemas]).toEqual([
      400,
      keyword,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
    expect((await ask(`GET /Users/${made.id}`)).body).toEqual(made);
    expect({}).not.toHaveProperty('polluted');
  });

  it('is not created or replaced with an attribute that does not exist', async () => {
    const made = await create();
    for (const unknown of [{ colour: 'red' }, { name: { colour: 'red' } }, { 'title.x': 'Dr.' }, { 'a b': 1 }]) {
      expect(refusal(await ask('POST /Users', person(unknown)))).toEqual([400, 'invalidSyntax']);
      expect(refusal(await ask(`PUT /Users/${made.id}`, person(unknown)))).toEqual([400, 'invalidSyntax']);
    }
  });

  it('has another version after a group is renamed or deleted', async () => {
    const made = await create();
    const group = await ask('POST /Groups', {
      displayName: `Group ${here.make.next()}`,
      members: [{ value: made.id }],
    });
    const known = async () => ({ 'if-none-match': (await ask(`GET /Users/${made.id}`)).body.meta.version });
    let before = await known();
    expect((await ask(`GET /Users/${made.id}?excludedAttributes=groups`, undefined, before)).status).toBe(304);
    const name = `Renamed ${here.make.next()}`;
    await ask(`PATCH /Groups/${group.body.id}`, patch({ op: 'replace', path: 'displayName', value: name }));
    const { status, body } = await ask(`GET /Users/${made.id}`, undefined, before);
    expect([status, body.groups[0].display]).toEqual([200, name]);
    before = await known();
    await ask(`DELETE /Groups/${group.body.id}`);
    expect((await ask(`GET /Users/${made.id}`, undefined, before)).status).toBe(200);
  });

  it('is not sent again to a caller who has its version, compared weakly, or any version', async () => {
    const made = await create();
    const { version } = made.meta;
    for (const known of [version, version.replace('W/', ''), `"other", ${version}`, '*']) {
      const reply = await ask(`GET /Users/${made.id}`, undefined, { 'if-none-match': known });
      expect([known, reply.status, reply.body]).toEqual([known, 304, null]);
    }
    expect((await ask(`GET /Users/${made.id}`, undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('rejects a change that is based on an older state', async () => {
    const made = await create();
    const title = (value: string) => patch({ op: 'replace', path: 'title', value });
    const match = { 'if-match': made.meta.version };
    const [one, two] = await Promise.all([
      ask(`PATCH /Users/${made.id}`, title('One'), match),
      ask(`PATCH /Users/${made.id}`, title('Two'), match),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 412]);
    expect((await ask(`DELETE /Users/${made.id}`, undefined, match)).status).toBe(412);
    const { body, headers } = await ask(`GET /Users/${made.id}`);
    const again = await ask(`GET /Users/${made.id}`, undefined, { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
    expect((await ask(`DELETE /Users/${made.id}`, undefined, { 'if-match': body.meta.version })).status).toBe(204);
  });

  it('is created once by concurrent requests', async () => {
    const body = person();
    const replies = await Promise.all([ask('POST /Users', body), ask('POST /Users', body), ask('POST /Users', body)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('with roles is changed only by a directory with the same rights', async () => {
    const { acme } = here.test.accounts;
    const holder = await here.make.user(acme);
    await here.make.assign(acme, holder, { role: await here.make.role(acme) });
    const change = patch({ op: 'replace', path: 'title', value: 'Dr.' });
    expect((await ask(`PATCH /Users/${holder.id}`, change)).status).toBe(403);
    expect((await ask(`DELETE /Users/${holder.id}`)).status).toBe(403);
    const group = await ask('POST /Groups', { displayName: `Holders ${here.make.next()}` });
    const join = patch({ op: 'add', path: 'members', value: [{ value: holder.id }] });
    expect((await ask(`PATCH /Groups/${group.body.id}`, join)).status).toBe(403);
    const mighty = await createDirectory(here.test, acme, { actions: ['iam:*', 'license:*'] });
    expect((await mighty.ask(`PATCH /Users/${holder.id}`, change)).status).toBe(200);
  });

  it('that another directory manages cannot be changed', async () => {
    const made = await create();
    const other = await createDirectory(here.test, here.test.accounts.acme);
    const reply = await other.ask(`PATCH /Users/${made.id}`, patch({ op: 'replace', path: 'title', value: 'x' }));
    expect([reply.status, reply.body.detail]).toEqual([409, 'A directory manages this user. Make this change there.']);
    expect((await other.ask(`GET /Users/${made.id}`)).status).toBe(200);
  });

  it('that existed before is managed from the first change on', async () => {
    const user = await here.make.user(here.test.accounts.acme);
    const managed = async () => (await admin(`GET /iam/v1/users/${user.id}`)).body.item['managed'];
    expect(await managed()).toBe(undefined);
    await ask(`PATCH /Users/${user.id}`, patch({ op: 'add', path: 'externalId', value: 'adopted' }));
    expect([await managed(), (await admin(`GET /iam/v1/users/${user.id}`)).body.item['external-id']]).toEqual([
      true,
      'adopted',
    ]);
  });

  it('whose e-mail changes is notified at the old one, even when the account requires second factors', async () => {
    const made = await create();
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .updateTable('accounts')
        .set({ 'second-factor': 'everyone' })
        .where('id', '=', here.test.accounts.acme)
        .execute(),
    );
    const reply = await ask(
      `PATCH /Users/${made.id}`,
      patch({ op: 'replace', path: 'userName', value: here.make.email() }),
    );
    expect(reply.status).toBe(200);
    const mails = await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx.selectFrom('outbox').selectAll().execute(),
    );
    expect(JSON.stringify(mails)).toContain(made.userName);
  });

  it('who is deactivated releases their seat at once, and their stream ends', async () => {
    const { acme } = here.test.accounts;
    const product = await createProduct(here.test);
    await createLicense(here.test, acme, everyone);
    const holder = await here.test.createPerson(acme, `Holder${here.make.next()}`, null);
    const { lease } = await consume(here.test, holder, product);
    await here.test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = here.test.app.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/license/v1/leases/${lease.id}/events`, {
      headers: { authorization: `Bearer ${holder.token}` },
    });
    const read = stream.text();
    const off = await ask(`PATCH /Users/${holder.id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(off.status).toBe(200);
    expect(await read).toContain('event: released');
    expect((await here.test.as(holder, 'GET /license/v1/licenses/consumable')).status).toBe(401);
  });
});
