import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../src/modules/directories/scim-calls.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import { createDirectory, letUseTags, type TestDirectory } from '../sign-in/directories.ts';

let test: TestApp;
let make: Maker;
let directory: TestDirectory;
const ids: string[] = [];
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  await letUseTags(test, test.accounts.acme);
  directory = await createDirectory(test, test.accounts.acme);
  for (let index = 0; index < 20; index += 1) {
    ids.push((await make.user(test.accounts.acme)).id, (await make.tag(test.accounts.acme)).id);
  }
});
afterAll(() => test.close());

const names = [
  'userName',
  'USERNAME',
  'externalId',
  'active',
  'title',
  'displayName',
  'name',
  'name.givenName',
  'emails',
];
const others = ['members', 'id', 'meta', 'schemas', 'password', '__proto__', 'constructor', 'urn:x:User', 'groups', ''];
const paths = [
  ...['emails[type eq "work"].value', 'emails[type eq "home"]', 'members[value eq "x"]', 'members[', 'name.x', '$ref'],
  ...['urn:ietf:params:scim:schemas:core:2.0:User:name.givenName', 'emails.value', 'a[b pr].c', 'not (x pr)'],
];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '\0', 'ada@fuzz.example', 'True', 'bulkId:a', '[]', 'x'.repeat(300), ...names, ...paths),
  fc.nat(39).map((index) => ids[index] ?? ''),
);
const name = fc.oneof(fc.constantFrom(...names, ...others, ...paths), text);
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1e308),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.record({ value: tie('value'), type: text, primary: fc.boolean() }, { requiredKeys: [] }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const resource = fc.dictionary(name, value, { maxKeys: 6 });
const operation = fc.record(
  { op: fc.oneof(fc.constantFrom('add', 'Replace', 'REMOVE'), text), path: name, value },
  { requiredKeys: ['op'] },
);
const patch = fc.record({ Operations: fc.array(operation, { maxLength: 4 }) });
const bulk = fc.record({
  failOnErrors: value,
  Operations: fc.array(
    fc.record(
      {
        method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'GET'),
        path: fc.oneof(
          fc.constantFrom('/Users', '/Groups', '/Users/bulkId:a'),
          text.map((id) => `/Users/${id}`),
        ),
        bulkId: fc.constantFrom('a', 'b', '__proto__'),
        version: text,
        data: fc.oneof(resource, patch, value),
      },
      { requiredKeys: ['method', 'path'] },
    ),
    { maxLength: 4 },
  ),
});
const body = fc.oneof(resource, patch, bulk, value);
const query = fc.dictionary(
  fc.constantFrom('filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'attributes', 'excludedAttributes', 'x'),
  fc.oneof(text, fc.constantFrom('userName eq "a"', '-1', '99999999999', '1', 'a,b', 'members[value eq "x"]')),
  { maxKeys: 4 },
);

describe.each(scim.calls)('$name', ({ method, path }) => {
  it('answers any request in SCIM format, without a server error', async () => {
    await fc.assert(
      fc.asyncProperty(text, query, body, async (id, asked, sent) => {
        const target = `${path.replace('{id}', encodeURIComponent(wellFormed(id)))}?${new URLSearchParams(asked)}`;
        const reply = await directory.ask(`${method} ${target as '/'}`, method === 'GET' ? undefined : sent);
        expect(reply.status).toBeLessThan(500);
        if (reply.status < 400) return;
        expect(reply.body).toMatchObject({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: String(reply.status),
          detail: expect.stringMatching(/./),
        });
      }),
      { numRuns: 60 },
    );
  });
});

/** Replaces unpaired surrogates, which a URL cannot contain. */
function wellFormed(id: string): string {
  return id.toWellFormed() || 'none';
}
