import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../../test/app.ts';
import { createDirectory, type TestDirectory } from '../../../../../test/sign-in/directories.ts';
import { inTransaction } from '../../../../db/database.ts';
import { type Comparison, comparisons } from './parse-filter.ts';

let test: TestApp;
let ask: TestDirectory['ask'];
let people: readonly Record<string, unknown>[];

const first = ['Ada', 'ADÈLE', 'ad%', 'a_b', "O'Neil", 'quo"te', 'back\\slash', 'Zoë'];
const externals = [null, 'CORP\\ada', 'corp\\ADA', 'a', 'A', '%', '_', "x' or true --"];
const titles = ['', 'Dr.', 'dr.', 'Lead'];

beforeAll(async () => {
  test = await createTestApp();
  const { ask: asks } = await createDirectory(test, test.accounts.acme);
  ask = asks;
  const rows = first.flatMap((name, index) =>
    externals.map((external, other) => ({
      'account-id': test.accounts.acme,
      email: `${String.fromCharCode(97 + index)}.${other % 2 ? 'Person' : 'person'}${other}@${index % 2 ? 'ACME' : 'acme'}.example`,
      'first-name': name,
      'last-name': first[(index + other) % first.length] ?? '',
      title: titles[(index + other) % titles.length] ?? '',
      'external-id': external,
      status: (['Active', 'Inactive', 'Pending'] as const)[(index + other) % 3] ?? 'Active',
    })),
  );
  await inTransaction(test.services.db, 'every account', (tx) => tx.insertInto('users').values(rows).execute());
  people = (await ask('GET /Users?count=1000')).body.Resources;
});
afterAll(() => test.close());

/** A filter as a text, and whether it matches a user as SCIM shows them. */
interface Case {
  readonly text: string;
  finds(user: Record<string, unknown>): boolean;
}

const readers: Readonly<Record<string, (user: Record<string, unknown>) => unknown>> = {
  userName: (user) => String(user['userName']).toLowerCase(),
  'emails.value': (user) => String(user['userName']).toLowerCase(),
  externalId: (user) => user['externalId'],
  displayName: (user) => String(user['displayName']).toLowerCase(),
  'name.givenName': (user) => (user['name'] as { givenName: string }).givenName.toLowerCase(),
  title: (user) => (user['title'] as string | undefined)?.toLowerCase(),
  id: (user) => user['id'],
};
const exact = new Set(['externalId', 'id']);

function holds(by: Comparison, mine: string, value: string): boolean {
  switch (by) {
    case 'eq':
      return mine === value;
    case 'ne':
      return mine !== value;
    case 'co':
      return mine.includes(value);
    case 'sw':
      return mine.startsWith(value);
    case 'ew':
      return mine.endsWith(value);
    case 'gt':
      return mine > value;
    case 'ge':
      return mine >= value;
    case 'lt':
      return mine < value;
    case 'le':
      return mine <= value;
  }
}

const anyCase = (text: string) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase());
const value = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    '@acme',
    'PERSON1',
    '%',
    '_',
    '\\',
    '"',
    "'",
    'é',
    'È',
    ' ',
    'dr.',
    "x' or true --",
    'corp',
  ),
  fc.nat(63).map((index) => String(people[index]?.['userName'])),
  fc.nat(63).map((index) => String(people[index]?.['externalId'])),
  fc.nat(63).map((index) => String(people[index]?.['id'])),
);
const compared: fc.Arbitrary<Case> = fc
  .tuple(fc.constantFrom(...Object.keys(readers)), fc.constantFrom(...comparisons), value, fc.boolean(), fc.boolean())
  .chain(([path, by, wanted, bracket, schema]) =>
    fc.tuple(anyCase(path), anyCase(by)).map(([spelled, operator]): Case => {
      const literal = JSON.stringify(wanted);
      const full = schema ? `urn:ietf:params:scim:schemas:core:2.0:User:${spelled}` : spelled;
      const value = schema ? '[type eq "work"].value' : '[value';
      const text =
        bracket && path === 'emails.value'
          ? `emails${value} ${operator} ${literal}${schema ? '' : ']'}`
          : `${full} ${operator} ${literal}`;
      const given = exact.has(path) ? wanted : wanted.toLowerCase();
      return {
        text,
        finds: (user) => {
          const mine = readers[path]?.(user);
          return mine === undefined ? by === 'ne' : holds(by, String(mine), given);
        },
      };
    }),
  );
const others: fc.Arbitrary<Case> = fc.constantFrom<Case>(
  { text: 'active eq true', finds: (user) => user['active'] === true },
  { text: 'active ne True', finds: (user) => user['active'] !== true },
  { text: 'active eq "False"', finds: (user) => user['active'] === false },
  { text: 'externalId pr', finds: (user) => user['externalId'] !== undefined },
  { text: 'title pr', finds: (user) => user['title'] !== undefined },
  { text: 'externalId eq null', finds: (user) => user['externalId'] === undefined },
  { text: 'emails[type eq "work" and primary eq true]', finds: () => true },
  { text: 'emails[type eq "home"]', finds: () => false },
  { text: 'userName pr', finds: () => true },
  { text: 'groups pr', finds: () => false },
  { text: 'meta.created gt "2001-01-01T00:00:00Z"', finds: () => true },
  { text: 'meta.created gt "2000-02-29T00:00:00.5+02:00"', finds: () => true },
  { text: 'meta.created gt "2000-02-29T00:00:00"', finds: () => true },
);
const { filter } = fc.letrec<{ filter: Case; term: Case }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small' },
    compared,
    others,
    tie('filter').map(({ text, finds }): Case => ({ text: `not (${text})`, finds: (user) => !finds(user) })),
    tie('filter').map(({ text, finds }): Case => ({ text: `( ${text})`, finds })),
  ),
  filter: fc.oneof(
    { depthSize: 'small' },
    tie('term'),
    fc
      .tuple(tie('term'), tie('term'), tie('term'))
      // `and` binds more tightly than `or`.
      .map(
        ([one, two, three]): Case => ({
          text: `${one.text} or ${two.text} AND ${three.text}`,
          finds: (user) => one.finds(user) || (two.finds(user) && three.finds(user)),
        }),
      ),
  ),
}));

describe('A filter', () => {
  it('finds the same users as its evaluation in memory', async () => {
    expect(people.length).toBeGreaterThan(64);
    await fc.assert(
      fc.asyncProperty(filter, async ({ text, finds }) => {
        fc.pre(text.length < 3_500);
        const reply = await ask(`GET /Users?count=1000&attributes=id&filter=${encodeURIComponent(text)}`);
        expect([text, reply.status]).toEqual([text, 200]);
        const found = reply.body.Resources.map(({ id }: { id: string }) => id);
        const wanted = people.filter(finds).map(({ id }) => id);
        expect([text, found.toSorted()]).toEqual([text, wanted.toSorted()]);
        expect(reply.body.totalResults).toBe(wanted.length);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    'userName',
    'userName eq',
    'userName eq ada',
    'userName like "a"',
    'userName eq "a" and',
    '(userName eq "a"',
    'userName eq "a")',
    'not userName eq "a"',
    'userName eq "a" userName',
    'emails[type eq "work"',
    'userName eq "\\u0000"',
    'userName eq "\\x"',
    'userName eq 5',
    'userName gt null',
    'active gt true',
    'meta.created gt "soon"',
    'meta.created gt "2026-02-30T00:00:00Z"',
    'meta.created gt "2025-02-29"',
    'meta.created gt "Jan 5 2026"',
    'meta.created co "2026-01-01T00:00:00Z"',
    'groups.value co "a"',
    'password eq "a"',
    'constructor eq "a"',
    '__proto__.x eq "a"',
    "userName eq 'a'; drop table users",
    ';',
    `${'('.repeat(21)}userName pr${')'.repeat(21)}`,
    `${'not ('.repeat(21)}userName pr${')'.repeat(21)}`,
    Array.from({ length: 101 }, () => 'userName pr').join(' or '),
    `userName eq "${'a'.repeat(4_000)}"`,
  ])('is rejected with invalidFilter: %s', async (text) => {
    const reply = await ask(`GET /Users?filter=${encodeURIComponent(text)}`);
    expect([reply.status, reply.body.scimType]).toEqual([400, 'invalidFilter']);
    expect(reply.body.detail).toMatch(/\.$/);
  });

  it('may be as deep and long as the limits allow', async () => {
    const deep = `${'('.repeat(20)}userName pr${')'.repeat(20)}`;
    const long = Array.from({ length: 100 }, () => 'userName pr').join(' and ');
    for (const text of [deep, long]) {
      expect((await ask(`GET /Users?count=0&filter=${encodeURIComponent(text)}`)).body.totalResults).toBe(
        people.length,
      );
    }
  });
});
