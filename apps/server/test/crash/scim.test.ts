import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { scim } from '../../src/modules/directories/scim-calls.ts';
import type { Maker } from '../made/maker.ts';
import { createDirectory, letUseTags, type TestDirectory } from '../sign-in/directories.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
let directory: TestDirectory;
beforeAll(async () => {
  bench = await openBench();
  const { test, account } = bench;
  await letUseTags(test, account);
  directory = await createDirectory(test, account);
  // The last use of a token is written once a minute; it is not part of a call.
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('service-account-tokens').set({ 'last-used-on': sql<Date>`now() + interval '1 day'` }).execute(),
  );
});
afterAll(() => bench.close());

const user = (make: Maker) => ({
  userName: make.email(),
  name: { givenName: 'Ada', familyName: 'Byron' },
  active: false,
});
const group = (make: Maker, member: string) => ({ displayName: `Group ${make.next()}`, members: [{ value: member }] });
const bodies: Readonly<Record<string, (make: Maker, member: string) => object | undefined>> = {
  scimCreateUser: user,
  scimReplaceUser: user,
  scimPatchUser: () => ({ Operations: [{ op: 'replace', path: 'active', value: false }] }),
  scimDeleteUser: () => undefined,
  scimCreateGroup: group,
  scimReplaceGroup: group,
  scimPatchGroup: (_make, member) => ({ Operations: [{ op: 'add', path: 'members', value: [{ value: member }] }] }),
  scimDeleteGroup: () => undefined,
};

// Each operation of a bulk request is one of these, in its own transaction.
const changing = scim.calls.filter(({ method, path }) => method !== 'GET' && path !== '/Bulk');

describe.each(changing)('$name, when the database is lost at any of its writes', ({ name, method, path }) => {
  it('is executed completely or not at all', async () => {
    const ready = () => prepare(name, method, path);
    const { written, result } = await bench.wholly(ready);
    expect(result.status).toBeLessThan(300);
    expect(written).not.toEqual({});
    for await (const cut of bench.cuts(ready)) {
      expect(cut.result, cut.where).toMatchObject({ status: 503 });
      expect([{}, written], cut.where).toContainEqual(cut.written);
      const made = Object.keys(cut.written).length > 0;
      expect(cut.result, cut.where).toMatchObject({
        body: { status: '503', detail: made ? expect.stringMatching(/may be saved or not/) : expect.any(String) },
      });
    }
  });
});

/** Creates the resource of a call, and returns the function that makes the call. */
async function prepare(name: string, method: string, path: string) {
  const { make, account } = bench;
  const member = await make.user(account);
  const about = path.startsWith('/Users') ? member : await make.tag(account);
  const body = bodies[name]?.(make, member.id);
  return () => directory.ask(`${method} ${path.replace('{id}', about.id)}` as 'POST /', body);
}
