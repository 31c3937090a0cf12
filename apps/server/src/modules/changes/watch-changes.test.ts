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

/** Opens the stream of changes as a user, and collects its events. */
async function watch(person: Person, account = person.accountId, past = 0) {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(`${url}/events/v1/changes?account=${account}&past=${past}`, {
    headers: { authorization: person.token },
    signal: controller.signal,
  });
  const seen: { types: string[]; ids: string[] }[] = [];
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      for (const match of text.matchAll(/event: changed\ndata: (.*)\n\n/g)) seen.push(JSON.parse(match[1] as string));
      text = text.slice(text.lastIndexOf('\n\n') + 2);
    }
  })().catch(() => undefined);
  return { status: response.status, seen, ended };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(25);
}

const createTag = (person: Person, name: string) =>
  test.as(person, 'POST /iam/v1/tags', { name, 'account-id': person.accountId });

describe('a stream that its server ends', () => {
  it('tells its reader to connect again', async () => {
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
  it('tells what changed in the own account, and nothing of another', async () => {
    const { acmeAdmin, birchAdmin } = test.people;
    const [own, other] = [await watch(acmeAdmin), await watch(birchAdmin)];
    const { item } = (await createTag(acmeAdmin, 'Streamed')).body;
    await until(() => own.seen.length > 0);
    expect(own.seen[0]).toEqual({ types: ['tag'], ids: [item.rn.split(':').at(-1)] });
    await createTag(birchAdmin, 'Elsewhere');
    await until(() => other.seen.length > 0);
    expect([own.seen.length, other.seen.length]).toEqual([1, 1]);
  });

  it('begins with what changed shortly before it was opened, and stays open whomever that was about', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Late', 'Administrator');
    const { item } = (await createTag(test.people.acmeAdmin, 'Before')).body;
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

  it('begins with a change of the own account, which nobody of a customer may list', async () => {
    const { acmeAdmin, root } = test.people;
    const account = test.accounts.acme;
    expect((await test.as(root, `PUT /admin/v1/accounts/${account}`, { name: 'Acme renamed' })).status).toBe(200);
    const stream = await watch(acmeAdmin, account, 60);
    await until(() => stream.seen.some(({ ids }) => ids.includes(account)));
    expect(stream.seen).toContainEqual({ types: ['account'], ids: [account] });
  });

  it('is for accounts within reach only', async () => {
    expect((await watch(test.people.acmeAdmin, test.accounts.birch)).status).toBe(404);
    const staff = await watch(test.people.root, test.accounts.birch);
    await createTag(test.people.birchAdmin, 'Seen by staff');
    await until(() => staff.seen.length > 0);
  });

  it('tells provider staff of the catalogue, whichever account they look at, and nobody else', async () => {
    const { root, acmeAdmin } = test.people;
    const [staff, customer] = [await watch(root, test.accounts.birch), await watch(acmeAdmin)];
    const product = { id: 'streamed', name: 'Streamed' };
    expect((await test.as(root, 'POST /license/v1/admin/products', product)).status).toBe(201);
    expect((await test.as(root, 'POST /license/v1/admin/addons', product)).status).toBe(201);
    await until(() => staff.seen.length === 2);
    expect(staff.seen).toEqual([
      { types: ['product'], ids: ['streamed'] },
      { types: ['addon'], ids: ['streamed'] },
    ]);
    await createTag(acmeAdmin, 'After the catalogue');
    await until(() => customer.seen.length > 0);
    expect(customer.seen.map(({ types }) => types)).toEqual([['tag']]);
  });

  it('follows several accounts at once, each within reach', async () => {
    const { acme, birch } = test.accounts;
    const both = await watch(test.people.root, `${acme},${birch}`);
    await createTag(test.people.acmeAdmin, 'Of the one');
    await createTag(test.people.birchAdmin, 'Of the other');
    await until(() => both.seen.filter(({ types }) => types.includes('tag')).length === 2);
    expect((await watch(test.people.acmeAdmin, `${acme},${birch}`)).status).toBe(404);
  });

  it('keeps from an ordinary user what they may not list', async () => {
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

  it('ends with the session, so that whoever was signed out hears nothing more', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Watcher', 'Administrator');
    const stream = await watch(person);
    await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${person.id}/status`, { status: 'Inactive' });
    await stream.ended;
    expect((await watch(person)).status).toBe(401);
  });

  // As by another node whose announcement is lost: only the rows show it.
  const ends: readonly [string, (person: Person) => RawBuilder<unknown>][] = [
    ['its session expires', ({ id }) => sql`update sessions set "expires-on" = now() where "user-id" = ${id}`],
    ['its session is ended', ({ id }) => sql`update sessions set "ended-on" = now() where "user-id" = ${id}`],
    ['its user is deactivated', ({ id }) => sql`update users set status = 'Inactive' where id = ${id}`],
    ['its user is deleted', ({ id }) => sql`update users set "deleted-on" = now() where id = ${id}`],
    ['its user loses their roles', ({ id }) => sql`delete from "user-roles" where "user-id" = ${id}`],
  ];
  it.each(ends)('ends when %s, although no announcement says so', async (what, end) => {
    const person = await test.createPerson(test.accounts.acme, what.replaceAll(' ', '-'), 'Administrator');
    const [stream, other] = [await watch(person), await watch(test.people.acmeAdmin)];
    await inTransaction(test.services.db, 'every account', (tx) => end(person).execute(tx));
    await stream.ended;
    const { length } = other.seen;
    await createTag(test.people.acmeAdmin, what);
    await until(() => other.seen.length > length);
  });

  it('asks for the sessions of all streams by one query a round', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(test.people.acmeAdmin)));
    const begin = performance.now();
    const sent = await recordStatements(() => wait(3_000));
    const queries = sent.flatMap(({ reads }) => reads).filter(({ text }) => text.includes('sessions'));
    expect(queries.length).toBeGreaterThan(0);
    expect(queries.length).toBeLessThanOrEqual(1 + (performance.now() - begin) / 1000);
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  });

  it('ends when the signing keys are replaced at once', async () => {
    const stream = await watch(test.people.birchAdmin);
    const { db, installation } = test.services;
    const by = { installation, origin: { requestId: '', address: '', userAgent: '' } };
    await rotateKeys(db, installation, by, { atOnce: true });
    await stream.ended;
  });
});
