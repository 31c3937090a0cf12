import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';

let test: TestApp;
let rival: pg.Client;
let user: string;
let tag: string;
let otherTag: string;
beforeAll(async () => {
  test = await createTestApp();
  rival = new pg.Client({ connectionString: test.connectionString });
  await rival.connect();
  await rival.query("set keyhold.account = '*'");
  ({ id: user } = await test.createPerson(test.accounts.acme, 'Contended', null));
  [tag, otherTag] = [await createTag('Contended'), await createTag('Contended too')];
});
afterAll(async () => {
  await rival.end();
  await test.close();
});

const root = () => test.people.root;
const tagRn = () => ({ tag: rnOfTag(tag) });

function rnOfTag(id: string): string {
  return `keyhold:eu-1:${test.accounts.acme}:tag:${id}`;
}

async function createTag(name: string): Promise<string> {
  const { body } = await test.as(root(), 'POST /iam/v1/tags', { name, 'account-id': test.accounts.acme });
  return body.item.rn.split(':').at(-1) ?? '';
}

/** Makes a change while a rival holds a lock; returns what the rival then sees, and the reply. */
async function whileHeld<Seen>(
  lock: string,
  change: () => Promise<{ readonly status: number }>,
  see: () => Promise<Seen>,
) {
  await rival.query('begin');
  await rival.query(lock, [test.accounts.acme]);
  const reply = change();
  await vi.waitUntil(async () => {
    const { rows } = await rival.query<{ waits: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
    );
    return rows[0]?.waits;
  }, soon);
  const seen = await see().finally(() => rival.query('rollback'));
  return { seen, reply: await reply };
}

const account = 'select from accounts where id = $1 for update';
const auditHead = 'select from "audit-heads" where "account-id" = $1 for update';

/** Whether nobody has locked a row. */
async function isFree(table: string, id: string): Promise<boolean> {
  const { rowCount } = await rival.query(`select from ${table} where id = $1 for update skip locked`, [id]);
  return rowCount === 1;
}

describe('a change waits for one of its account before it locks', () => {
  it.each<['users' | 'tags', string, () => Promise<{ readonly status: number }>]>([
    ['users', 'POST …/tags', () => test.as(root(), `POST /iam/v1/users/${user}/tags`, tagRn())],
    ['users', 'DELETE …/tags', () => test.as(root(), `DELETE /iam/v1/users/${user}/tags/${tag}`)],
    ['users', 'PUT …/status', () => test.as(root(), `PUT /iam/v1/users/${user}/status`, { status: 'Inactive' })],
    ['users', 'DELETE', () => test.as(root(), `DELETE /iam/v1/users/${user}`)],
    ['users', 'POST …/restore', () => test.as(root(), `POST /iam/v1/users/${user}/restore`)],
    ['tags', 'PUT', () => test.as(root(), `PUT /iam/v1/tags/${tag}`, { name: 'Contended still' })],
    ['tags', 'DELETE', () => test.as(root(), `DELETE /iam/v1/tags/${tag}`)],
    ['tags', 'POST …/restore', () => test.as(root(), `POST /iam/v1/tags/${tag}/restore`)],
  ])('one of the %s: %s', async (table, _what, change) => {
    const { seen, reply } = await whileHeld(account, change, () => isFree(table, table === 'users' ? user : tag));
    expect({ free: seen, status: reply.status }).toEqual({ free: true, status: 200 });
  });
});

it('a change of several records locks the audit log after all of them', async () => {
  const change = () =>
    test.as(root(), 'POST /iam/v1/users/bulk/tags', {
      'account-id': test.accounts.acme,
      ids: [user],
      add: [tag, otherTag].map(rnOfTag),
    });
  const { seen, reply } = await whileHeld(auditHead, change, () => isFree('tags', otherTag));
  expect({ free: seen, status: reply.status }).toEqual({ free: false, status: 200 });
});
