import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { changedTables, snapshot } from './snapshot.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it.each([
  ['a read', 'select from roles', null],
  ['a change', `update users set description = 'changed'`, 'users'],
  ['a write of the same contents', 'update roles set name = name', 'roles'],
  ['an insertion', `insert into tags ("account-id", name) select id, 'New' from accounts limit 1`, 'tags'],
  ['a deletion', 'delete from "user-roles"', 'user-roles'],
  ['the use of a session', 'update sessions set "last-used-on" = now()', null],
  ['another change of a session', 'update sessions set "ended-on" = now()', 'sessions'],
])('A snapshot of the database notices %s of any account', async (_, statement, table) => {
  const before = await snapshot(test);
  await inTransaction(test.services.db, 'every account', (tx) => sql.raw(statement).execute(tx));
  const after = await snapshot(test);
  const changed = changedTables(before, after);
  if (table === null) expect(changed).toEqual([]);
  else expect(changed).toContainEqual(expect.stringMatching(`^${table}: `));
});
