import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { recordStatements } from '../../../test/lists/recorded-statements.ts';
import { inTransaction } from '../../db/database.ts';
import { rotateKeys } from '../../operator/rotate-keys.ts';

let test: TestApp;
let url: string;
const opened: AbortController[] = [];
beforeAll(async () => {
  test = await createTestApp();
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort();
});
afterAll(() => test.close());

/** Opens the stream of changes as a user and collects its events. */
async function watch(person: Person, account = person.accountId, past = 0) {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(`${url}/events/v1/changes?account=${account}&past=${past}`, {
    headers: { authorization: person.token },
    signal: controller.signal,
  });
  const seen: { types: string[]; ids: string[] }[] = [];
  const requests: (string | null)[] = [];
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      for (const match of text.matchAll(/event: changed\ndata: (.*)\n\n/g)) {
        const { request, ...change } = JSON.parse(match[1] as string);
        seen.push(change);
        requests.push(request);
      }
      text = text.slice(text.lastIndexOf('\n\n') + 2);
    }
  })().catch(() => undefined);
  return { status: response.status, seen, requests, ended };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(25);
}

const createTag = (person: Person, name: string) =>
  test.as(person, 'POST /iam/v1/tags', { name, 'account-id': person.accountId });

describe('a stream that its server closes', () => {
  it('makes its reader reconnect', async () => {
    const controller = new AbortController();
    opened.push(controller);
    const response = await fetch(`${url}/events/v1/changes`, {
      headers: { authorization: test.people.acmeAdmin.token },
      signal: controller.signal,
    });
    test.services.streams.close();
    expect(await response.text()).toBe('retry: 500\n\n');
  });
});

describe('the stream of changes', () => {
  it('reports changes of the own account only', async () => {
    const { acmeAdmin, birchAdmin } = test.people;
    const [own, other] = [await watch(acmeAdmin), await watch(birchAdmin)];
    const created = await createTag(acmeAdmin, 'Streamed');
    await until(() => own.seen.length > 0);
    expect(own.seen[0]).toEqual({ types: ['tag'], ids: [created.body.item.rn.split(':').at(-1)] });
    // The page that made the change recognizes it.
    expect(own.requests).toEqual([created.headers['x-request-id']]);
    await createTag(birchAdmin, 'Elsewhere');
    await until(() => other.seen.length > 0);
    expect([own.seen.length, other.seen.length]).toEqual([1, 1]);
  });

  it('starts with recent changes, and stays open even if they concern its user', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Late', 'Administrator');
    // Only what this server has heard before the stream opens is past.
    const heard: string[] = [];
    const stop = test.services.changes.subscribe((change) => heard.push(change?.event === 'changed' ? change.rn : ''));
    const { item } = (await createTag(test.people.acmeAdmin, 'Before')).body;
    await until(() => heard.includes(item.rn));
    stop();
    const asked = await watch(person, person.accountId, 60);
    const id = item.rn.split(':').at(-1) ?? '';
    const tag = { types: ['tag'], ids: [id] };
    await until(() => asked.seen.some(({ ids }) => ids.includes(id)));
    expect(asked.seen).toContainEqual(tag);
    const seen = asked.seen.length;
    const silent = await watch(person);
    await createTag(test.people.acmeAdmin, 'After');
    await until(() => asked.seen.length > seen && silent.seen.length > 0);
    expect(silent.seen).not.toContainEqual(tag);
  });

  it('reports a change of the own account to customers, who may not list accounts', async () => {
    const { acmeAdmin, root } = test.people;
    const account = test.accounts.acme;
    expect((await test.as(root, `PUT /admin/v1/accounts/${account}`, { name: 'Acme renamed' })).status).toBe(200);
    const stream = await watch(acmeAdmin, account, 60);
    await until(() => stream.seen.some(({ ids }) => ids.includes(account)));
    expect(stream.seen).toContainEqual({ types: ['account'], ids: [account] });
  });

  it('is available only for accounts within reach', async () => {
    expect((await watch(test.people.acmeAdmin, test.accounts.birch)).status).toBe(404);
    const staff = await watch(test.people.root, test.accounts.birch);
    await createTag(test.people.birchAdmin, 'Seen by staff');
    await until(() => staff.seen.length > 0);
  });

  it('reports catalogue changes to provider staff with their ids, and without to users who may list licenses', async () => {
    const { root, acmeAdmin, acmeUser } = test.people;
    const [staff, customer, user] = [
      await watch(root, test.accounts.birch),
      await watch(acmeAdmin),
      await watch(acmeUser),
    ];
    const product = { id: 'streamed', name: 'Streamed' };
    expect((await test.as(root, 'POST /license/v1/admin/products', product)).status).toBe(201);
    expect((await test.as(root, 'POST /license/v1/admin/addons', product)).status).toBe(201);
    await until(() => staff.seen.length === 2);
    expect(staff.seen).toEqual([
      { types: ['product'], ids: ['streamed'] },
      { types: ['addon'], ids: ['streamed'] },
    ]);
    await createTag(acmeAdmin, 'After the catalogue');
    await until(() => customer.seen.length > 2);
    expect(customer.seen).toEqual([
      { types: ['product'], ids: [] },
      { types: ['addon'], ids: [] },
      { types: ['tag'], ids: [expect.any(String)] },
    ]);
    expect(user.seen).toEqual([]);
  });

  it('follows several accounts if each is within reach', async () => {
    const { acme, birch } = test.accounts;
    const both = await watch(test.people.root, `${acme},${birch}`);
    await createTag(test.people.acmeAdmin, 'Of the one');
    await createTag(test.people.birchAdmin, 'Of the other');
    await until(() => both.seen.filter(({ types }) => types.includes('tag')).length === 2);
    expect((await watch(test.people.acmeAdmin, `${acme},${birch}`)).status).toBe(404);
  });

  it('omits resources that the user may not list', async () => {
    const stream = await watch(test.people.acmeUser);
    await createTag(test.people.acmeAdmin, 'Not for users');
    await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${test.people.acmeUser.id}`, {
      email: test.people.acmeUser.email,
      'first-name': 'Ugo',
      'last-name': 'Renamed',
    });
    await until(() => stream.seen.length > 0);
    expect(stream.seen).toEqual([{ types: ['user'], ids: [test.people.acmeUser.id] }]);
  });

  it('ends with the session', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Watcher', 'Administrator');
    const stream = await watch(person);
    await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${person.id}/status`, { status: 'Inactive' });
    await stream.ended;
    expect((await watch(person)).status).toBe(401);
  });

  // Like a change by another node whose announcement was lost: visible only in the rows.
  const ends: readonly [string, (person: Person) => RawBuilder<unknown>][] = [
    ['its session expires', ({ id }) => sql`update sessions set "expires-on" = now() where "user-id" = ${id}`],
    ['its session is ended', ({ id }) => sql`update sessions set "ended-on" = now() where "user-id" = ${id}`],
    ['its user is deactivated', ({ id }) => sql`update users set status = 'Inactive' where id = ${id}`],
    ['its user is deleted', ({ id }) => sql`update users set "deleted-on" = now() where id = ${id}`],
    ['its user loses their roles', ({ id }) => sql`delete from "user-roles" where "user-id" = ${id}`],
  ];
  it.each(ends)('ends when %s, even without an announcement', async (what, end) => {
    const person = await test.createPerson(test.accounts.acme, what.replaceAll(' ', '-'), 'Administrator');
    const [stream, other] = [await watch(person), await watch(test.people.acmeAdmin)];
    await inTransaction(test.services.db, 'every account', (tx) => end(person).execute(tx));
    await stream.ended;
    const { length } = other.seen;
    await createTag(test.people.acmeAdmin, what);
    await until(() => other.seen.length > length);
  });

  it('checks the sessions of all streams by one query per round', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(test.people.acmeAdmin)));
    const begin = performance.now();
    const sent = await recordStatements(() => wait(3_000));
    const queries = sent.flatMap(({ reads }) => reads).filter(({ text }) => text.includes('sessions'));
    expect(queries.length).toBeGreaterThan(0);
    expect(queries.length).toBeLessThanOrEqual(1 + (performance.now() - begin) / 1000);
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  });

  it('ends when the signing keys are replaced immediately', async () => {
    const stream = await watch(test.people.birchAdmin);
    const { installation } = test.services;
    const by = { installation, origin: { requestId: '', address: '', userAgent: '' } };
    await rotateKeys(test.services, installation, by, { atOnce: true });
    await stream.ended;
  });
});
