import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScimCall } from '../../src/http/scim.ts';
import { scim } from '../../src/modules/directories/scim-calls.ts';
import type { Maker } from '../made/maker.ts';
import { createDirectory, letUseTags, scimClient, type TestDirectory } from '../sign-in/directories.ts';
import { snapshot } from './snapshot.ts';
import { createWorld, type World } from './world.ts';

let world: World;
/** A directory of the account Acme, directories of other accounts, and a service account without the permission. */
let acmes: TestDirectory;
let others: readonly TestDirectory[];
let powerless: TestDirectory;
beforeAll(async () => {
  world = await createWorld();
  const { test } = world;
  const { acme, birch, provider } = test.accounts;
  for (const account of [acme, birch]) await letUseTags(test, account);
  acmes = await createDirectory(test, acme);
  others = [await createDirectory(test, birch), await createDirectory(test, provider, { actions: ['*:*'] })];
  powerless = await createDirectory(test, acme, { actions: ['iam:ListUsers', 'license:*'] });
});
afterAll(() => world.test.close());

/** The resource of an account whose id is in the path, if the call has one, and the expected status. */
interface Row {
  readonly thing?: (make: Maker, account: string) => Promise<{ readonly id: string }>;
  readonly id?: string;
  readonly body?: (make: Maker) => object;
  readonly status: number;
}

const user = { thing: (make: Maker, account: string) => make.user(account) };
const group = { thing: (make: Maker, account: string) => make.tag(account) };
const person = (make: Maker) => ({ userName: make.email(), name: { givenName: 'Ada', familyName: 'Byron' } });
const patch = () => ({ Operations: [{ op: 'add', path: 'externalId', value: 'x' }] });
const rows: Readonly<Record<string, Row>> = {
  scimGetConfig: { status: 200 },
  scimListResourceTypes: { status: 200 },
  scimGetResourceType: { id: 'User', status: 200 },
  scimListSchemas: { status: 200 },
  scimGetSchema: { id: 'urn:ietf:params:scim:schemas:core:2.0:Group', status: 200 },
  scimListUsers: { status: 200 },
  scimGetUser: { ...user, status: 200 },
  scimCreateUser: { body: person, status: 201 },
  scimReplaceUser: { ...user, body: person, status: 200 },
  scimPatchUser: { ...user, body: patch, status: 200 },
  scimDeleteUser: { ...user, status: 204 },
  scimListGroups: { status: 200 },
  scimGetGroup: { ...group, status: 200 },
  scimCreateGroup: { body: (make) => ({ displayName: `Fresh ${make.next()}` }), status: 201 },
  scimReplaceGroup: { ...group, body: (make) => ({ displayName: `Fresh ${make.next()}` }), status: 200 },
  scimPatchGroup: { ...group, body: patch, status: 204 },
  scimDeleteGroup: { ...group, status: 204 },
  scimBulk: { body: (make) => ({ Operations: [{ method: 'POST', path: '/Users', data: person(make) }] }), status: 200 },
};

async function send(call: ScimCall, token: string | null, id?: string) {
  const row = rows[call.name];
  const thing = id ?? row?.id ?? (await row?.thing?.(world.make, world.test.accounts.acme))?.id ?? '';
  return scimClient(world.test, token)(
    `${call.method} ${call.path.replace('{id}', thing) as '/'}`,
    row?.body?.(world.make),
  );
}

/** Ids that another account's request must not affect; created before the snapshot. */
async function strangeIds(row: Row | undefined): Promise<string[]> {
  if (!row?.thing) return [];
  const { make, test } = world;
  return [(await row.thing(make, test.accounts.acme)).id, 'none', '%00', '0198c0de-0000-7000-8000-000000000099'];
}

it('has a row for every SCIM call', () => {
  expect(Object.keys(rows).toSorted()).toEqual(scim.calls.map(({ name }) => name).toSorted());
});

describe.each(scim.calls)('$name', (call) => {
  const row = rows[call.name];

  it('rejects missing and invalid tokens, user sessions, and service accounts that are not directories', async () => {
    const id = (await row?.thing?.(world.make, world.test.accounts.acme))?.id;
    const before = await snapshot(world.test);
    for (const { name, authorization } of world.badTokens) {
      const reply = await send(call, authorization?.replace('Bearer ', '') ?? null, id);
      expect([name, reply.status, reply.body.status]).toEqual([name, 401, '401']);
    }
    for (const { name, person: caller } of world.callers) {
      const reply = await send(call, caller.token, id);
      expect([name, reply.status, reply.body.detail]).toEqual([
        name,
        403,
        "You don't have authorization for this action.",
      ]);
    }
    expect((await send(call, powerless.bearer.token, id)).status).toBe(403);
    const { 'service-account-tokens': _, ...rest } = await snapshot(world.test);
    expect(rest).toEqual(withoutTokens(before));
  });

  it('exposes nothing of another account', async () => {
    const ids = await strangeIds(row);
    const before = await snapshot(world.test);
    for (const { bearer } of others) {
      for (const id of ids) {
        const reply = await send(call, bearer.token, id);
        expect([id, reply.status, reply.body.detail]).toEqual([id, 404, 'Not found']);
      }
    }
    const { 'service-account-tokens': _, 'directory-failures': __, ...rest } = await snapshot(world.test);
    if (ids.length > 0) expect(rest).toEqual(withoutTokens(before));
    const listed = ids.length === 0 && call.method === 'GET' ? await send(call, others[1]?.bearer.token ?? null) : null;
    expect(JSON.stringify(listed?.body ?? '')).not.toContain('@made.example');
  });

  it("serves the account's own directory", async () => {
    const reply = await send(call, acmes.bearer.token);
    expect([reply.status, reply.body]).toEqual([row?.status, reply.body]);
  });
});

/** Ignores what a refused request writes: when a token was last used, and the refusal itself. */
function withoutTokens({ 'service-account-tokens': _, 'directory-failures': __, ...rest }: Record<string, string>) {
  return expect.objectContaining(rest);
}
