import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { signInAgain } from '../../../test/sign-in/sessions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const sessionsOf = (person: Person, query = '') => test.as(person, `GET /iam/v1/users/${person.id}/sessions${query}`);

describe('the sessions of a user', () => {
  it('are listed with the last used first, all of them or a page', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Paged', null);
    for (const _ of [1, 2]) await signInAgain(test, person);
    const { body } = await sessionsOf(person);
    const used = body.items.map((session) => String(session['last-used-on']));
    expect(used).toEqual(used.toSorted().toReversed());
    expect([body.items.length, body.total, body['next-cursor']]).toEqual([3, 3, null]);
    const first = await sessionsOf(person, '?limit=2');
    expect([first.body.items.length, first.body.total]).toEqual([2, 3]);
    const rest = await sessionsOf(person, `?limit=2&cursor=${first.body['next-cursor']}`);
    expect([rest.body.items.length, rest.body['next-cursor']]).toEqual([1, null]);
    const ids = [...first.body.items, ...rest.body.items].map((session) => session['id']);
    expect(ids.toSorted()).toEqual(body.items.map((session) => session['id']).toSorted());
    const refused = await sessionsOf(person, '?limit=0');
    expect([refused.status, refused.body.problems?.[0]?.path]).toEqual([400, 'limit']);
  });

  it('are not ended with a stale If-Match', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Stale', null);
    const [session] = (await sessionsOf(person)).body.items;
    const end = (tag: string) =>
      test.as(person, `DELETE /iam/v1/users/${person.id}/sessions/${session?.['id']}`, undefined, { 'if-match': tag });
    expect((await end('"stale"')).status).toBe(412);
    expect((await sessionsOf(person)).status).toBe(200);
    expect((await end('*')).status).toBe(200);
    expect((await sessionsOf(person)).status).toBe(401);
  });
});
