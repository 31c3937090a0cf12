import { describe, expect, it } from 'vitest';
import { consume, createLicense, createProduct } from '../../../test/licensing/leases.ts';
import { createDirectory, letUseTags, openDirectoryTest } from '../../../test/sign-in/directories.ts';

const here = openDirectoryTest();
const { ask, patch, create, refusal, admin } = here;

describe('A group of a directory', () => {
  const group = async (fields: object = {}) =>
    (await ask('POST /Groups', { displayName: `Group ${here.make.next()}`, ...fields })).body;

  it('is a tag of the account, whose name is unique', async () => {
    const made = await group();
    expect((await admin(`GET /iam/v1/tags/${made.id}`)).body.item).toMatchObject({
      name: made.displayName,
      managed: true,
    });
    expect(refusal(await ask('POST /Groups', { displayName: made.displayName }))).toEqual([409, 'uniqueness']);
    expect(refusal(await ask('POST /Groups', {}))).toEqual([400, 'invalidValue']);
    const unknown = { displayName: `Group ${here.make.next()}`, colour: 'red' };
    expect(refusal(await ask('POST /Groups', unknown))).toEqual([400, 'invalidSyntax']);
    expect(refusal(await ask(`PUT /Groups/${made.id}`, unknown))).toEqual([400, 'invalidSyntax']);
  });

  it('has only users of the account as members', async () => {
    const { id } = await group();
    for (const value of [here.test.people.birchUser.id, 'nobody', id]) {
      const reply = await ask(`PATCH /Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value }] }));
      expect(refusal(reply)).toEqual([400, 'invalidValue']);
    }
    const gone = patch({ op: 'remove', path: `members[value eq "${here.test.people.birchUser.id}"]` });
    expect((await ask(`PATCH /Groups/${id}`, gone)).status).toBe(204);
  });

  it('replaces a member by another user, and rejects the replacement of a user who is no member', async () => {
    const { id } = await group();
    const [first, second] = [await create(), await create()];
    const replace = (before: string, value: unknown, sub = '') =>
      ask(`PATCH /Groups/${id}`, patch({ op: 'replace', path: `members[value eq "${before}"]${sub}`, value }));
    const now = async () => (await ask(`GET /Groups/${id}?attributes=members.value`)).body.members;
    const groupsOf = async (user: { id: string }) => {
      const filter = encodeURIComponent(`members.value eq "${user.id}"`);
      return (await ask(`GET /Groups?attributes=id&filter=${filter}`)).body.Resources;
    };
    await ask(`PATCH /Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value: first.id }] }));
    for (const stranger of [second.id, crypto.randomUUID(), 'nobody']) {
      expect(refusal(await replace(stranger, { value: first.id }))).toEqual([400, 'noTarget']);
    }
    expect((await replace(first.id, { value: first.id })).status).toBe(204);
    expect(await now()).toEqual([{ value: first.id }]);
    expect((await replace(first.id, { value: second.id })).status).toBe(204);
    expect(await now()).toEqual([{ value: second.id }]);
    expect([await groupsOf(first), await groupsOf(second)]).toMatchObject([[], [{ id }]]);
    expect((await replace(second.id, first.id, '.value')).status).toBe(204);
    expect(await now()).toEqual([{ value: first.id }]);
    const inTurn = patch(
      { op: 'replace', path: `members[value eq "${first.id}"]`, value: { value: second.id } },
      { op: 'replace', path: `members[value eq "${first.id}"]`, value: { value: second.id } },
    );
    expect(refusal(await ask(`PATCH /Groups/${id}`, inTurn))).toEqual([400, 'noTarget']);
  });

  it('always has a name, like a user', async () => {
    const [{ id }, user] = [await group(), await create()];
    const removal = patch({ op: 'remove', path: 'displayName' });
    expect(refusal(await ask(`PATCH /Groups/${id}`, removal))).toEqual([400, 'mutability']);
    const nothing = patch({ op: 'replace', path: 'userName', value: null });
    expect(refusal(await ask(`PATCH /Users/${user.id}`, nothing))).toEqual([400, 'invalidValue']);
  });

  it('ends the leases that only its tag allowed when the membership ends', async () => {
    const { acme } = here.test.accounts;
    const made = await group();
    const holder = await here.test.createPerson(acme, `Member${here.make.next()}`, null);
    const member = [{ value: holder.id }];
    await ask(`PATCH /Groups/${made.id}`, patch({ op: 'add', path: 'members', value: member }));
    const otherTag = await here.make.tag(acme);
    await here.make.assign(acme, holder, { tag: otherTag });
    const product = await createProduct(here.test);
    const tag = (await admin(`GET /iam/v1/tags/${made.id}`)).body.item.rn;
    const license = await createLicense(here.test, acme, { kind: 'Tags', tags: [tag] });
    await consume(here.test, holder, product);
    const held = async () => (await admin(`GET /license/v1/licenses/${license.id}`)).body.item['state'];
    expect(await held()).toMatchObject({ user: holder.rn });
    await ask(`PATCH /Groups/${made.id}`, patch({ op: 'remove', path: 'members' }));
    expect(await held()).toMatchObject({ user: null });
    expect((await admin(`GET /iam/v1/users/${holder.id}`)).body.item['tags']).toEqual([otherTag.rn]);
    const log = await admin(`GET /iam/v1/audit?resource=${holder.rn}`);
    expect(log.body.items[0]).toMatchObject({
      action: 'iam:RemoveUserTag',
      'actor-name': expect.stringContaining('Made'),
    });
    expect(log.body.items[0]?.['before']).toMatchObject({ names: { [tag]: made.displayName } });
  });

  it('rejects a change that is based on older members', async () => {
    const { id } = await group();
    const { meta } = (await ask(`GET /Groups/${id}`)).body;
    const [one, two] = [await create(), await create()];
    const join = (member: { id: string }) => patch({ op: 'add', path: 'members', value: [{ value: member.id }] });
    const match = { 'if-match': meta.version };
    const changed = await ask(`PATCH /Groups/${id}`, join(one), match);
    expect([changed.status, changed.headers['etag']]).toEqual([
      204,
      (await ask(`GET /Groups/${id}`)).body.meta.version,
    ]);
    expect((await ask(`PATCH /Groups/${id}`, join(two), match)).status).toBe(412);
    expect((await ask(`GET /Groups/${id}?attributes=members.value`)).body.members).toEqual([{ value: one.id }]);
  });

  it('with a member of more rights than the directory is not deleted by it', async () => {
    const { acme } = here.test.accounts;
    const [holder, made] = [await here.make.user(acme), await group()];
    const tag = { id: made.id, rn: (await admin(`GET /iam/v1/tags/${made.id}`)).body.item.rn };
    await here.make.assign(acme, holder, { role: await here.make.role(acme), tag });
    expect((await ask(`DELETE /Groups/${made.id}`)).status).toBe(403);
    expect((await ask(`GET /Groups/${made.id}`)).body.members).toHaveLength(1);
    await admin(`DELETE /iam/v1/users/${holder.id}`);
    expect((await ask(`DELETE /Groups/${made.id}`)).status).toBe(204);
  });

  it.each([
    [{ op: 'replace', path: 'displayName.x', value: 'Foo' }, 'invalidPath'],
    [{ op: 'replace', path: 'displayName[value eq "a"]', value: 'Bar' }, 'invalidPath'],
    [{ op: 'replace', value: { 'displayName.x': 'Foo' } }, 'invalidPath'],
    [{ op: 'remove', path: 'externalId.q' }, 'invalidPath'],
    [{ op: 'replace', path: 'members' }, 'invalidValue'],
    [{ op: 'add', path: 'members' }, 'invalidValue'],
    [{ op: 'add', path: 'members[value eq "MEMBER"]' }, 'invalidValue'],
    [{ op: 'replace', path: 'externalId' }, 'invalidValue'],
  ])('is not changed by %j', async (operation, keyword) => {
    const [member, stranger] = [await create(), await create()];
    const { id } = await group({ externalId: 'corp', members: [{ value: member.id }] });
    const before = (await ask(`GET /Groups/${id}`)).body;
    const body = JSON.stringify(patch(operation)).replace('MEMBER', stranger.id);
    expect(refusal(await ask(`PATCH /Groups/${id}`, body))).toEqual([400, keyword]);
    expect((await ask(`GET /Groups/${id}`)).body).toEqual(before);
  });

  it('has another version after a member is renamed', async () => {
    const member = await create();
    const { id, meta } = await group({ members: [{ value: member.id }] });
    const known = { 'if-none-match': meta.version };
    expect((await ask(`GET /Groups/${id}`, undefined, known)).status).toBe(304);
    await ask(`PATCH /Users/${member.id}`, patch({ op: 'replace', path: 'name.familyName', value: 'Renamed' }));
    const { status, body } = await ask(`GET /Groups/${id}`, undefined, known);
    expect([status, body.members[0].display]).toEqual([200, 'Barbara Renamed']);
  });

  it('is refused in an account that uses no tags, with a message', async () => {
    await here.make.tag(here.test.accounts.birch);
    const { ask: asks } = await createDirectory(here.test, here.test.accounts.birch);
    expect((await asks('GET /Groups')).body).toMatchObject({ totalResults: 0, Resources: [] });
    const reply = await asks('POST /Groups', { displayName: 'Any' });
    expect([...refusal(reply), reply.body.detail]).toEqual([
      400,
      'invalidValue',
      'This account uses no tags, so that it has no groups. Manage its users without groups.',
    ]);
    // Any product may be shared, not only the one of the installation's setting.
    await letUseTags(here.test, here.test.accounts.birch, { id: 'shared-by-choice', shared: true });
    expect((await asks('GET /Groups')).body).toMatchObject({ totalResults: 1 });
    expect((await asks('POST /Groups', { displayName: 'Any' })).status).toBe(201);
  });
});
