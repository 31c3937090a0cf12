import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { inTransaction } from '../../../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ trustProxy: true });
});
afterAll(() => test.close());

const ask = (email: string, address: string) =>
  test.as(null, 'POST /auth/v1/reset', { email }, { 'x-forwarded-for': address });

async function rows(): Promise<{ requests: number; jobs: number }> {
  const [requests, { rows: jobs }] = await Promise.all([
    inTransaction(test.services.db, 'every account', (tx) => tx.selectFrom('reset-requests').select('id').execute()),
    sql<{ count: number }>`select count(*)::int as count from graphile_worker._private_jobs`.execute(test.services.db),
  ]);
  return { requests: requests.length, jobs: jobs[0]?.count ?? 0 };
}

describe('requesting a password reset', () => {
  it.each(['known', 'unknown'])(
    'creates no more rows and jobs than mails are allowed in an hour for an e-mail that is %s',
    async (kind) => {
      const email = kind === 'known' ? test.people.acmeUser.email : 'nobody@nowhere.example';
      const before = await rows();
      const spellings = [email, email.toUpperCase(), ` ${email}`];
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, index) => ask(spellings[index % 3] ?? '', `198.51.100.${index}`)),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      const after = await rows();
      expect([after.requests - before.requests, after.jobs - before.jobs]).toEqual([5, 5]);
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx.updateTable('reset-requests').set({ 'created-on': sql`now() - interval '61 minutes'` }).execute(),
      );
      await ask(email, '198.51.100.1');
      expect((await rows()).requests - after.requests).toBe(1);
    },
  );

  it('is refused for an address with too many requests, with the time to wait', async () => {
    const before = await rows();
    const replies = await Promise.all(
      Array.from({ length: 130 }, (_, index) => ask(`a${index}@b.example`, '192.0.2.1')),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await rows()).requests - before.requests).toBe(100);
    expect((await ask('c@d.example', '192.0.2.2')).status).toBe(200);
  });

  it('counts an IPv6 network as one address, and an IPv4 address in any form', async () => {
    const network = Array.from({ length: 100 }, (_, index) => ask(`e${index}@f.example`, `2001:db8:1:2:${index}::7`));
    await Promise.all(network);
    expect((await ask('g@h.example', '2001:db8:1:2:ffff::')).status).toBe(429);
    expect((await ask('g@h.example', '2001:db8:1:3::7')).status).toBe(200);
    expect((await ask('g@h.example', '::ffff:192.0.2.1')).status).toBe(429);
    expect((await ask('g@h.example', '::ffff:192.0.2.3')).status).toBe(200);
  });

  it('does not prevent others at that address from signing in', async () => {
    const body = { username: 'nobody@nowhere.example', password: 'guess' };
    const reply = await test.as(null, 'POST /auth/v1/authorize', body, { 'x-forwarded-for': '192.0.2.1' });
    expect(reply.status).toBe(401);
  });
});

describe('activating', () => {
  it('is limited per IPv6 network', async () => {
    const body = { 'activation-key': 'guess', 'new-password': 'correct horse battery' };
    const guess = (index: number) =>
      test.as(null, 'POST /auth/v1/activate', body, { 'x-forwarded-for': `2001:db8:5:5:${index.toString(16)}::1` });
    const replies = await Promise.all(Array.from({ length: 104 }, (_, index) => guess(index)));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});
