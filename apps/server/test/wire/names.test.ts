import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** One name in NFC and NFD, and spellings that are equal after case folding. */
const composed = 'Café Straße Σίσυφος';
const others = [composed.normalize('NFD'), 'CAFÉ STRASSE ΣΊΣΥΦΟΣ', ' cafe\u0301 strasse σίσυφος '];

describe.each([
  ['accounts', '/admin/v1/accounts', 'This account name already exists.', () => ({})],
  ['tags', '/iam/v1/tags', 'This tag name already exists.', () => ({ 'account-id': test.people.acmeAdmin.accountId })],
] as const)('names of %s', (_kind, path, message, more) => {
  const create = (name: string) => test.as(test.people.root, `POST ${path}`, { name, ...more() });

  it('are stored in NFC and compared by Unicode, regardless of composition and case', async () => {
    const first = await create(`${composed.normalize('NFD')} `);
    expect([first.status, first.body.item.name]).toEqual([201, composed]);
    for (const name of [composed, ...others]) {
      const again = await create(name);
      expect([again.status, again.body.errors]).toEqual([409, [message]]);
    }
    const second = await create('Café');
    const id = second.body.item.rn.split(':').at(-1);
    const renamed = await test.as(test.people.root, `PUT ${path}/${id}`, { name: others[0] });
    expect([renamed.status, renamed.body.errors]).toEqual([409, [message]]);
    const free = await test.as(test.people.root, `PUT ${path}/${id}`, { name: 'CAFE\u0301' });
    expect([free.status, free.body.item.name]).toEqual([200, 'CAFÉ']);
  });
});

it('a search finds a name in either composition', async () => {
  const search = async (text: string) =>
    (await test.as(test.people.root, `GET /admin/v1/accounts?search=${encodeURIComponent(text)}`)).body.items;
  expect(await search('Café Str')).toHaveLength(1);
  expect(await search('Cafe\u0301 Str')).toHaveLength(1);
});
