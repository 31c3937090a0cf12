import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';

let test: TestApp;
let rival: pg.Client;
let user: string;
let tag: string;
beforeAll(async () => {
  test = await createTestApp();
  rival = new pg.Client({ connectionString: test.connectionString });
  await rival.connect();
  await rival.query("set keyhold.account = '*'");
  ({ id: user } = await test.createPerson(test.accounts.acme, 'Contended', null));
  const created = await test.as(root(), 'POST /iam/v1/tags', { name: 'Contended', 'account-id': test.accounts.acme });
  tag = created.body.item.rn.split(':').at(-1) ?? '';
});
afterAll(async () => {
  await rival.end();
  await test.close();
});

const root = () => test.people.root;
const tagRn = () => ({ tag: `keyhold:eu-1:${test.accounts.acme}:tag:${tag}` });

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
    await rival.query('begin');
    await rival.query('select from accounts where id = $1 for update', [test.accounts.acme]);
    const reply = change();
    await vi.waitUntil(async () => {
      const { rows } = await rival.query<{ waits: boolean }>(
        `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
      );
      return rows[0]?.waits;
    }, soon);
    const id = table === 'users' ? user : tag;
    await rival
      .query(`select from ${table} where id = $1 for update nowait`, [id])
      .finally(() => rival.query('rollback'));
    expect((await reply).status).toBe(200);
  });
});
