import { type Call, calls } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountCases, plainCases } from './account-cases.ts';
import type { Case, Cases } from './case.ts';
import type { Request, Row } from './row.ts';
import type { Rows } from './rows/rows.ts';
import { publicCases, selfCases } from './self-cases.ts';
import { type Answer, send } from './send.ts';
import { changedTables, snapshot } from './snapshot.ts';
import { createWorld, type World } from './world.ts';

function casesOf(world: World, row: Row, call: Call): Promise<Cases> | Cases {
  switch (row.about) {
    case 'an account':
      return accountCases(world, row, row.answers ?? call.status);
    case 'the own account':
    case 'the catalogue':
    case 'every account':
      return plainCases(world, row, call.status);
    case 'the caller':
      return selfCases(world, row, call.status);
    case 'nobody':
      return publicCases(world, row, call.status);
  }
}

/** The whole body of a refusal, except for the request's own id. */
const refusalOf = (status: number, code: string, message: string) => ({
  success: false,
  'status-code': status,
  'reply-to': '',
  errors: [message],
  warnings: [],
  problems: [{ code, message }],
});
const forbidden = refusalOf(403, 'forbidden', "You don't have authorization for this action.");
const notFound = refusalOf(404, 'not-found', 'Not found');

/** The difference between an answer and the expected one; null if there is none. */
function faultOf(one: Case, answer: Answer): unknown {
  const body = { ...answer.body, 'reply-to': '' };
  const problems = answer.body['problems'] as { path?: string }[] | undefined;
  if (answer.status !== one.status) return { status: answer.status, errors: answer.body['errors'] };
  if (one.status === 403 && !equal(body, forbidden)) return body;
  if (one.status === 404 && !equal(body, notFound)) return body;
  if (one.field !== undefined && problems?.[0]?.path !== one.field) return problems;
  return answer.undocumented;
}

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

async function failuresOf(world: World, call: Call, cases: readonly Case[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  const texts = new Map<string, string>();
  for (const one of cases) {
    const { name: who, person } = one.caller;
    const answer = await send(world.test, call, one.request, `Bearer ${person.token}`);
    const fault = faultOf(one, answer);
    if (fault) failures.push(`${who}, ${one.what}: ${one.status} expected, got ${JSON.stringify(fault)}`);
    if (one.field === undefined) continue;
    const text = JSON.stringify(answer.body['errors']);
    const place = `${who} ${one.field}`;
    if (one.what.endsWith(' missing')) continue;
    if ((texts.get(place) ?? text) !== text) failures.push(`${who}, ${one.what}: told apart by ${text}`);
    texts.set(place, text);
  }
  return failures;
}

/** Tests each call of the rows with all callers, in one world; the more calls it has, the slower each snapshot. */
export function testMatrix(rows: Rows): void {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.test.close());

  describe.each(Object.entries(rows))('%s', (name, row) => {
    const call: Call = calls[name as keyof typeof calls];

    if (row.about !== 'nobody') {
      it('answers 401 to unauthenticated callers', async () => {
        const request = await anyRequest(world, row);
        const before = await snapshot(world.test);
        const answers: unknown[] = [];
        for (const { name: how, authorization } of world.badTokens) {
          const { status, body } = await send(world.test, call, request, authorization);
          answers.push([how, status, body['errors']]);
        }
        expect(answers).toEqual(world.badTokens.map(({ name: how, message }) => [how, 401, [message]]));
        expect(changedTables(before, await snapshot(world.test))).toEqual([]);
      });
    }

    it('gives each caller the documented answer for each resource', async () => {
      const { refusals, successes } = await casesOf(world, row, call);
      const before = await snapshot(world.test);
      const failures = await failuresOf(world, call, refusals);
      const after = await snapshot(world.test);
      for (const make of successes) failures.push(...(await failuresOf(world, call, [await make()])));
      expect(failures).toEqual([]);
      expect(changedTables(before, after)).toEqual([]);
    });
  });
}

async function anyRequest(world: World, row: Row): Promise<Request> {
  const { people, accounts } = world.test;
  switch (row.about) {
    case 'the caller':
      return row.request(world.make, people.root);
    case 'an account':
      return row.request(world.make, accounts.acme);
    case 'nobody':
      return row.request(world.make, accounts.acme);
    default:
      return row.request(world.make);
  }
}
