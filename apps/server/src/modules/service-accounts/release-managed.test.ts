import { directoryAction } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createDirectory, type TestDirectory } from '../../../test/sign-in/directories.ts';
import { inTransaction } from '../../db/database.ts';
import { usualChunks } from '../../queue/chunks.ts';
import { releasedChunk, releaseManaged } from './release-managed.ts';

let test: TestApp;
let account: string;
let directory: TestDirectory;
/** The last ones by id, whom only the last chunk reaches. */
let last: { readonly user: string; readonly tag: string };
const many = 2 * releasedChunk;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  account = await test.createAccount(`Large ${crypto.randomUUID()}`);
  directory = await createDirectory(test, account);
  const { rows } = await everywhere((tx) =>
    sql<{ id: string }>`insert into users ("account-id", email, "first-name", "last-name", status, "directory-id")
      select ${account}, n || '@' || ${account}::text || '.example', 'Ada', 'Number ' || n, 'Active', ${directory.id}
      from generate_series(1, ${many}::int) as n returning id`.execute(tx),
  );
  const tag = await everywhere((tx) =>
    tx
      .insertInto('tags')
      .values({ 'account-id': account, name: 'Group', 'directory-id': directory.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  last = { user: String(rows.at(-1)?.id), tag: tag.id };
});

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);
const root = (path: Parameters<typeof test.as>[1], body?: object) => test.as(test.people.root, path, body);
const release = () => releaseManaged(test.services.db, test.services.installation, usualChunks);

async function left(): Promise<number> {
  const { rows } = await everywhere((tx) =>
    sql<{ count: number }>`select count(*)::int as count from users where "directory-id" = ${directory.id}`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}

/** The entries of those who were released, by resource. */
async function entries(action: string) {
  const { rows } = await everywhere((tx) =>
    sql<{ resource: string; actor: { rn: string }; before: { managed?: true }; after: { managed?: true } }>`
      select resource, actor, before, after from audit where "account-id" = ${account} and action = ${action}`.execute(
      tx,
    ),
  );
  return rows;
}

const removals = {
  'is deleted': () => root(`DELETE /iam/v1/service-accounts/${directory.id}`),
  'may no longer act as one': () => root(`PUT /iam/v1/service-accounts/${directory.id}`, { name: 'Program' }),
};

describe.each(Object.entries(removals))('a large directory that %s', (_name, remove) => {
  it('manages nobody at once, and its users and tags follow in chunks, each with its entry', async () => {
    expect((await root(`GET /iam/v1/users/${last.user}`)).body.item).toHaveProperty('managed', true);
    expect((await remove()).status).toBe(200);
    expect(await left()).toBe(many - releasedChunk);
    expect((await root(`GET /iam/v1/users/${last.user}`)).body.item).not.toHaveProperty('managed');
    expect((await root(`GET /iam/v1/tags/${last.tag}`)).body.item).not.toHaveProperty('managed');
    const listed = await root(`GET /iam/v1/users?account=${account}&limit=100&sort=-created-on`);
    expect(listed.body.items.filter((user) => 'managed' in user)).toEqual([]);
    const dated = await everywhere((tx) =>
      sql<{ on: Date }>`select "updated-on" as on from users where id = ${last.user}`.execute(tx),
    );
    await release();
    expect(await left()).toBe(0);
    const people = await entries('iam:UpdateUser');
    expect(new Set(people.map(({ resource }) => resource)).size).toBe(many);
    expect(people).toHaveLength(many);
    const tags = await entries('iam:UpdateTag');
    expect(tags).toHaveLength(1);
    for (const { actor, before, after } of [...people, ...tags]) {
      expect(actor.rn).toBe(test.people.root.rn);
      expect([before.managed, after.managed]).toEqual([true, undefined]);
    }
    const now = await everywhere((tx) =>
      sql<{ on: Date }>`select "updated-on" as on from users where id = ${last.user}`.execute(tx),
    );
    expect(now.rows[0]?.on.getTime()).toBeGreaterThan(dated.rows[0]?.on.getTime() ?? Number.POSITIVE_INFINITY);
    const row = await everywhere((tx) =>
      sql<{ by: unknown }>`select "released-by" as by from "service-accounts" where id = ${directory.id}`.execute(tx),
    );
    expect(row.rows.filter(({ by }) => by !== null)).toEqual([]);
  });

  it('lets its users and tags be changed at once', async () => {
    expect((await remove()).status).toBe(200);
    const fields = { email: `new@${account}.example`, 'first-name': 'New', 'last-name': 'Name' };
    const user = await root(`PUT /iam/v1/users/${last.user}`, fields);
    expect(user).toMatchObject({ status: 200, body: { item: { 'first-name': 'New' } } });
    expect(user.body.item).not.toHaveProperty('managed');
    const tag = await root(`PUT /iam/v1/tags/${last.tag}`, { name: 'Other' });
    expect(tag).toMatchObject({ status: 200, body: { item: { name: 'Other' } } });
    expect(tag.body.item).not.toHaveProperty('managed');
  });
});

describe('a large directory', () => {
  it('that is deleted is gone at once, but for a row that usage may name', async () => {
    await removals['is deleted']();
    expect((await root(`GET /iam/v1/service-accounts/${directory.id}`)).status).toBe(404);
    expect((await root(`GET /iam/v1/service-accounts?account=${account}`)).body.items).toEqual([]);
    expect((await directory.ask('GET /Users')).status).toBe(401);
    await release();
    const { rows } = await everywhere((tx) =>
      sql`select "released-by" as by from "service-accounts" where id = ${directory.id}`.execute(tx),
    );
    expect(rows).toEqual([{ by: null }]);
  });

  it('that may act again changes nobody until everything is released', async () => {
    await removals['may no longer act as one']();
    const policies = [
      {
        name: 'Directory',
        statements: [{ actions: [directoryAction], effect: 'Allow', principals: [], conditions: [], resources: [] }],
      },
    ];
    const allowed = await root(`PUT /iam/v1/service-accounts/${directory.id}`, { name: 'Directory', policies });
    expect(allowed.status).toBe(200);
    const body = { userName: `ada@${account}.example`, name: { givenName: 'Ada', familyName: 'Byron' } };
    expect((await directory.ask('POST /Users', body)).status).toBe(503);
    await release();
    expect((await directory.ask('POST /Users', body)).status).toBe(201);
    expect(await left()).toBe(1);
  });
});
